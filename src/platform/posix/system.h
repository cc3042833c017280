// Functions that differ between POSIX systems: implemented in linux/, and in plain_posix/ with
// nothing but POSIX.
#pragma once

#include <cstdint>
#include <sys/types.h>

namespace marrow::platform {

/// Makes a pipe that other programs do not inherit. Returns false and sets errno if that fails.
bool make_pipe(int (&ends)[2]);

/// Closes all descriptors >= `lowest`.
void close_from(int lowest);

// For a forked process. On systems other than Linux these functions have no effect: the process
// runs on without its parent until its input ends, the user's other processes may read its memory,
// and it keeps its rights.
void end_with_parent(int signal);  ///< sends this process the signal when its parent ends
void hide_from_others();           ///< no other process may read its memory
void give_up_rights();             ///< drops administrator rights, also for programs that it starts

/// Bytes of address space that this process uses now; 0: unknown.
std::uint64_t address_space();

/// CPU time of a process and its descendants, in milliseconds; 0: unknown.
double milliseconds_of_tree(pid_t root);

}  // namespace marrow::platform
