// Standard output and standard error.
#pragma once

namespace marrow::platform {

/// A person reads standard error, on a screen where a line can be written anew.
bool has_terminal();

/// What is written to standard error goes nowhere until it is called again with false.
void mute_errors(bool on);

}  // namespace marrow::platform
