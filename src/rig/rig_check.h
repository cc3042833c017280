// RIG_CHECK(condition): an assertion, active in release builds too, that prints condition and
// place, and aborts. The file's name without its folder: the program names no place of its sources.
#pragma once

namespace marrow {
[[noreturn]] void check_failed(const char* condition, const char* file, int line);
}

#define RIG_CHECK(condition) \
  ((condition) ? (void)0 : ::marrow::check_failed(#condition, __FILE_NAME__, __LINE__))
