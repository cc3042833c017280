// RIG_CHECK(condition): an assertion, also active in release builds, that prints condition, file
// name and line, and aborts. The file name has no folder, so the program contains no source paths.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace marrow {
[[noreturn]] inline void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: RIG_CHECK failed: %s\n", file, line, condition);
  std::abort();
}
}  // namespace marrow

#define RIG_CHECK(condition) \
  ((condition) ? (void)0 : ::marrow::check_failed(#condition, __FILE_NAME__, __LINE__))
