#include "platform/terminal.h"

#include <cstdio>
#include <fcntl.h>
#include <initializer_list>
#include <io.h>
#include <windows.h>

namespace marrow::platform {
namespace {

constexpr int kStandardOutput = 1, kStandardError = 2;

}  // namespace

/// A terminal that supports the escape sequence for clearing a line.
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
    ::_dup2(aside, kStandardError);
    ::_close(aside);
    aside = -1;
    return;
  }
  const int nowhere = ::_open("NUL", _O_WRONLY | _O_NOINHERIT);
  if (nowhere < 0) return;
  aside = ::_dup(kStandardError);
  if (aside >= 0) ::_dup2(nowhere, kStandardError);
  ::_close(nowhere);
}

void leave_own_console() {
  DWORD processes[2];
  // another program uses it, or there is none
  if (::GetConsoleProcessList(processes, 2) != 1) return;
  const int nowhere = ::_open("NUL", _O_WRONLY | _O_NOINHERIT);
  for (const int descriptor : {kStandardOutput, kStandardError})
    if (nowhere >= 0 && ::_isatty(descriptor) != 0) ::_dup2(nowhere, descriptor);
  ::_close(nowhere);
  ::FreeConsole();
}

}  // namespace marrow::platform
