// Ctrl-C and similar signals: they leave no half-written file, and the exit status reports them.
#pragma once

namespace marrow::platform {

/// From now on SIGINT, SIGTERM and SIGHUP, where the system has them, end the process at any moment
/// with status 128 + signal. Files are replaced wholly or not at all, temporary files are removed,
/// and one line is printed. Ignored signals stay ignored.
void end_orderly_on_signals();

/// During its lifetime the first such signal is only recorded, so that the work can stop by itself;
/// the second one ends the process. At most one guard at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// True if a signal came since the last guard was made.
  static bool is_interrupted();
};

/// The exit status of a command: 128 + signal if one was recorded, else `status`.
int status_after_signals(int status);

}  // namespace marrow::platform
