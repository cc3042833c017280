#include <chrono>

#include "platform/pipes.h"

namespace marrow::platform {

/// The page's only thread: its time is the wall's.
double thread_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace marrow::platform
