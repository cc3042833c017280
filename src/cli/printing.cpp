#include "cli/printing.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/text.h"
#include "platform/terminal.h"

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

void mute_errors(bool on) {
  if (on && std::getenv("LIBGL_DEBUG") != nullptr) return;
  platform::mute_errors(on);
}

}  // namespace marrow::cli
