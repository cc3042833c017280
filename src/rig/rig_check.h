// RIG_CHECK: a programmer's mistake (a broken precondition), on in release builds too. Prints what
// and where, then aborts.
#pragma once

namespace marrow {
[[noreturn]] void check_failed(const char* condition, const char* file, int line);
}

#define RIG_CHECK(condition) \
  ((condition) ? (void)0 : ::marrow::check_failed(#condition, __FILE__, __LINE__))
