// What each system of the kind does in its own way: bodies in linux/, and in plain_posix/ where
// there is only what POSIX says.
#pragma once

#include <cstdint>
#include <sys/types.h>

namespace marrow::platform {

/// A pipe whose ends no other program gets. False, with errno, where none can be made.
bool make_pipe(int (&ends)[2]);

/// Closes every descriptor from `lowest` on.
void close_from(int lowest);

// For a process that was forked. Elsewhere than on Linux it goes on without its parent, until what
// it reads ends; others of its user may look into it; and it keeps the rights that it has.
void end_with_parent(int signal);  ///< gets that signal when its parent ends
void hide_from_others();           ///< no other process looks into its memory
void give_up_rights();             ///< of an administrator, also of programs that it starts

/// Bytes of address space that this process has now; 0: unknown.
std::uint64_t address_space();

/// CPU time of a process and of those below it, in milliseconds; 0: unknown.
double milliseconds_of_tree(pid_t root);

}  // namespace marrow::platform
