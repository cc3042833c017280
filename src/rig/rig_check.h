// RIG_CHECK(condition): an assertion, active in release builds too, that prints condition and
// place, and aborts.
#pragma once

namespace marrow {
[[noreturn]] void check_failed(const char* condition, const char* file, int line);
}

#define RIG_CHECK(condition) \
  ((condition) ? (void)0 : ::marrow::check_failed(#condition, __FILE__, __LINE__))
