#include "platform/terminal.h"

#include <cstdio>
#include <fcntl.h>
#include <io.h>
#include <windows.h>

namespace marrow::platform {
namespace {

constexpr int kErrors = 2;

}  // namespace

/// One that obeys the marks that clear a line.
bool has_terminal() {
  const HANDLE errors = ::GetStdHandle(STD_ERROR_HANDLE);
  DWORD mode = 0;
  return ::GetConsoleMode(errors, &mode) != 0 &&
         ::SetConsoleMode(errors, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

void mute_errors(bool on) {
  static int aside = -1;
  if (on == (aside >= 0)) return;
  std::fflush(stderr);
  if (!on) {
    ::_dup2(aside, kErrors);
    ::_close(aside);
    aside = -1;
    return;
  }
  const int nowhere = ::_open("NUL", _O_WRONLY | _O_NOINHERIT);
  if (nowhere < 0) return;
  aside = ::_dup(kErrors);
  if (aside >= 0) ::_dup2(nowhere, kErrors);
  ::_close(nowhere);
}

}  // namespace marrow::platform
