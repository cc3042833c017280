#include "rig/rig_check.h"

#include <cstdio>
#include <cstdlib>

namespace marrow {

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: RIG_CHECK failed: %s\n", file, line, condition);
  std::abort();
}

}  // namespace marrow
