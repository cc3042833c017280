// Ctrl-C while something is at work that can be stopped in an orderly way.
#pragma once

#include <csignal>

namespace marrow::cli {

/// From its making to its end the first Ctrl-C is only noted; the second one ends the process as
/// usual. Where Ctrl-C is ignored, it stays so. One at a time.
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
