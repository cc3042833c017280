// Standard output and standard error.
#pragma once

namespace marrow::platform {

/// Standard error is a terminal that can rewrite a line.
bool has_terminal();

/// Discards output to standard error until it is called again with false.
void mute_errors(bool on);

/// For a program with a window: closes the console if Windows opened it only for this program. The
/// console of a shell stays.
void leave_own_console();

}  // namespace marrow::platform
