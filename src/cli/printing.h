// Printing for all commands. Names come from files, so their control characters are replaced before
// they reach the terminal.
#pragma once

#include <string>

namespace marrow::cli {

/// Prints to standard output what printable() returns for the text.
void print(const std::string& text);
/// Prints one line to standard error, after "marrow: ".
void print_error(const std::string& line);
/// Discards what libraries write to standard error, until called with false. Has no effect if
/// LIBGL_DEBUG is set, which requests a driver's messages.
void mute_errors(bool on);

}  // namespace marrow::cli
