// For tests that run for a long time: their duration, and the resources that must not grow.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace marrow::test {

/// A number from an environment variable, by which a user asks for more; `usual` if it is not set.
inline int wished(const char* variable, int usual) {
  const char* set = std::getenv(variable);
  return set != nullptr ? int(std::strtol(set, nullptr, 10)) : usual;
}

/// Bytes allocated now. Not the process's pages, which depend on the allocator and on sanitizers.
std::size_t allocated_bytes();

}  // namespace marrow::test
