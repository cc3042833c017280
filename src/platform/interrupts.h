// Ctrl-C and its like: nothing half is left, and the exit status says it.
#pragma once

namespace marrow::platform {

/// From now on SIGINT, SIGTERM and SIGHUP, where the system has them, end the process at any moment
/// with status 128 + signal: files are put in place or not at all, temporary ones are removed, one
/// line is printed. Ignored signals stay ignored.
void end_orderly_on_signals();

/// During its lifetime the first such signal is only noted, for what can stop in an orderly way;
/// the second ends the process. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// A signal came since the last guard was made.
  static bool is_interrupted();
};

/// The exit status of a command: 128 + signal if one was noted.
int status_after_signals(int status);

}  // namespace marrow::platform
