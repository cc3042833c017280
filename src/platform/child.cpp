#include "platform/child.h"

#include "platform/jobs.h"

namespace marrow::platform {

void Child::wait() {
  while (!poll()) pause(2.0);
}

double Child::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

}  // namespace marrow::platform
