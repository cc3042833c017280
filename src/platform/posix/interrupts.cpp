#include "platform/interrupts.h"

#include <csignal>
#include <cstring>
#include <unistd.h>

#include "platform/unfinished.h"

namespace marrow::platform {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t noted = 0;      ///< the signal recorded for an InterruptGuard
volatile std::sig_atomic_t has_guard = 0;  ///< an InterruptGuard exists
volatile std::sig_atomic_t waiting = 0;    ///< the signal that came while files were put in place

/// Calls only functions that a signal handler may call.
[[noreturn]] void end(int signal) {
  remove_unfinished();
  const char* const line = signal == SIGINT    ? "marrow: stopped by Ctrl-C (SIGINT)\n"
                           : signal == SIGTERM ? "marrow: stopped by SIGTERM\n"
                                               : "marrow: stopped by SIGHUP\n";
  constexpr char kClear[] = "\r\033[K";  // clears the line of a progress bar
  if (isatty(STDERR_FILENO) != 0) [[maybe_unused]]
    const ssize_t cleared = write(STDERR_FILENO, kClear, sizeof kClear - 1);
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line, std::strlen(line));
  _exit(128 + signal);
}

void take(int signal) {
  if (has_guard != 0 && noted == 0) {
    noted = signal;
  } else if (is_putting_in_place()) {
    waiting = signal;
  } else {
    end(signal);
  }
}

}  // namespace

void end_orderly_on_signals() {
  noted = 0;
  has_guard = 0;  // the process may have been forked during a guard
  call_after_putting_in_place([] {
    if (waiting != 0) end(waiting);
  });
  for (const int signal : kSignals) {
    struct sigaction before = {}, action = {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;
    action.sa_handler = take;
    sigaction(signal, &action, nullptr);
  }
}

InterruptGuard::InterruptGuard() {
  noted = 0;
  has_guard = 1;
}

InterruptGuard::~InterruptGuard() { has_guard = 0; }

bool InterruptGuard::is_interrupted() { return noted != 0; }

int status_after_signals(int status) { return noted != 0 ? 128 + noted : status; }

}  // namespace marrow::platform
