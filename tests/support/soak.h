// For tests that go on for long: how long, and what they must not use up.
#pragma once

#include <cstddef>
#include <cstdlib>
#if __has_include(<malloc.h>)
#include <malloc.h>
#else
#include <malloc/malloc.h>
#endif

#if defined(__SANITIZE_ADDRESS__)
extern "C" std::size_t
__sanitizer_get_current_allocated_bytes();  // Debian's g++ has the function but not its header
#endif

namespace marrow::test {

/// A number from the environment: more than the usual, by hand.
inline int wished(const char* variable, int usual) {
  const char* set = std::getenv(variable);
  return set != nullptr ? static_cast<int>(std::strtol(set, nullptr, 10)) : usual;
}

/// Bytes that are allocated now. Not the pages that the process holds: those depend on the
/// allocator's mood, and a sanitizer keeps what was given back for a while.
inline std::size_t allocated_bytes() {
#if defined(__SANITIZE_ADDRESS__)
  return __sanitizer_get_current_allocated_bytes();
#else
#if !__has_include(<malloc.h>)
  malloc_statistics_t use{};
  malloc_zone_statistics(nullptr, &use);
  return use.size_in_use;
#else
#if defined(__GLIBC__)
  const struct mallinfo2 use = mallinfo2();
#else
  const struct mallinfo use = mallinfo();
#endif
  return static_cast<std::size_t>(use.uordblks) + static_cast<std::size_t>(use.hblkhd);
#endif
#endif
}

}  // namespace marrow::test
