#include <chrono>

#include "platform/pipes.h"

namespace marrow::platform {

/// A browser does not report CPU time, so this is wall time.
double thread_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace marrow::platform
