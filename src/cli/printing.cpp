#include "cli/printing.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

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

void mute_errors(bool on) {
  static int aside = -1;
  if (on == (aside >= 0)) return;
  std::fflush(stderr);
  if (!on) {
    dup2(aside, STDERR_FILENO);
    close(aside);
    aside = -1;
    return;
  }
  if (std::getenv("LIBGL_DEBUG") != nullptr) return;
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  aside = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (aside >= 0) dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

}  // namespace marrow::cli
