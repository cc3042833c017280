// For tests that go on for long: how long, and what they must not use up.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace marrow::test {

/// A number from the environment: more than the usual, by hand.
inline int wished(const char* variable, int usual) {
  const char* set = std::getenv(variable);
  return set != nullptr ? int(std::strtol(set, nullptr, 10)) : usual;
}

/// Allocated bytes now, not the process's pages: those depend on the allocator and on sanitizers.
std::size_t allocated_bytes();

}  // namespace marrow::test
