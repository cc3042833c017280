// All that commands print. Names come from files, so that nothing in them reaches the terminal as a
// control character.
#pragma once

#include <string>

namespace marrow::cli {

/// On standard output, as it is but for what printable() replaces.
void print(const std::string& text);
/// One line on standard error, "marrow: " before it.
void print_error(const std::string& line);

}  // namespace marrow::cli
