// All that commands print. Names come from files, so that nothing in them reaches the terminal as a
// control character.
#pragma once

#include <string>

namespace marrow::cli {

/// On standard output, as it is but for what printable() replaces.
void print(const std::string& text);
/// One line on standard error, "marrow: " before it.
void print_error(const std::string& line);
/// What libraries write to standard error goes nowhere until it is called again with false. Does
/// nothing while LIBGL_DEBUG is set, which asks for a driver's words.
void mute_errors(bool on);

}  // namespace marrow::cli
