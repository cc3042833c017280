#include "cli/printing.h"

#include <algorithm>
#include <cstdio>

#include "base/text.h"

namespace marrow::cli {

void print(const std::string& text) {
  const std::string shown = printable(text);
  std::fwrite(shown.data(), 1, shown.size(), stdout);
}

void print_error(const std::string& line) {
  std::string shown = line;
  std::replace(shown.begin(), shown.end(), '\n', ' ');
  shown = "marrow: " + printable(shown) + "\n";
  std::fwrite(shown.data(), 1, shown.size(), stderr);
}

}  // namespace marrow::cli
