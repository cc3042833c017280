#include "platform/terminal.h"

#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace marrow::platform {

bool has_terminal() { return ::isatty(STDERR_FILENO) == 1; }

void mute_errors(bool on) {
  static int aside = -1;
  if (on == (aside >= 0)) return;
  std::fflush(stderr);
  if (!on) {
    ::dup2(aside, STDERR_FILENO);
    ::close(aside);
    aside = -1;
    return;
  }
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  aside = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (aside >= 0) ::dup2(nowhere, STDERR_FILENO);
  ::close(nowhere);
}

void leave_own_console() {}

}  // namespace marrow::platform
