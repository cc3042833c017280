#include "platform/interrupts.h"

#include <atomic>
#include <windows.h>

#include "platform/unfinished.h"

namespace marrow::platform {
namespace {

constexpr UINT kInterrupted = 130;  // 128 + SIGINT, as on other systems

std::atomic<bool> noted = false;      ///< recorded for an InterruptGuard
std::atomic<bool> has_guard = false;  ///< an InterruptGuard exists
std::atomic<bool> waiting = false;    ///< a signal came while files were put in place

void end() {
  remove_unfinished();
  constexpr char kLine[] = "marrow: stopped by Ctrl-C\r\n";
  DWORD written = 0;
  ::WriteFile(::GetStdHandle(STD_ERROR_HANDLE), kLine, sizeof kLine - 1, &written, nullptr);
  ::ExitProcess(kInterrupted);
}

/// Called for Ctrl-C, Ctrl-Break and a closed console, on a thread of the system.
BOOL WINAPI take(DWORD) {
  if (has_guard && !noted.exchange(true)) return TRUE;
  waiting = true;
  if (!is_putting_in_place()) end();
  return TRUE;
}

}  // namespace

void end_orderly_on_signals() {
  static const bool is_set = [] {
    call_after_putting_in_place([] {
      if (waiting) end();
    });
    return ::SetConsoleCtrlHandler(take, TRUE) != 0;
  }();
  noted = has_guard = false;
  static_cast<void>(is_set);
}

InterruptGuard::InterruptGuard() {
  noted = false;
  has_guard = true;
}

InterruptGuard::~InterruptGuard() { has_guard = false; }

bool InterruptGuard::is_interrupted() { return noted; }

int status_after_signals(int status) { return noted ? int(kInterrupted) : status; }

}  // namespace marrow::platform
