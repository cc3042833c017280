// Ctrl-C while something is at work that can be stopped in an orderly way.
#pragma once

#include <csignal>

namespace marrow::cli {

/// During its lifetime the first Ctrl-C is only noted; the second ends the process as usual. An
/// ignored Ctrl-C stays ignored. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// Ctrl-C was pressed since the last guard was made.
  static bool is_interrupted();

 private:
  struct sigaction before_ = {};
};

}  // namespace marrow::cli
