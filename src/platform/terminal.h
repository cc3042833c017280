// Standard output and standard error.
#pragma once

namespace marrow::platform {

/// A person reads standard error, on a screen where a line can be written anew.
bool has_terminal();

/// What is written to standard error goes nowhere until it is called again with false.
void mute_errors(bool on);

/// For a program with a window: closes the console that Windows opened for it alone. One that it
/// was typed into stays.
void leave_own_console();

}  // namespace marrow::platform
