// Memory that a value owns beyond its own size, as the history counts it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace marrow {

template <typename T>
std::size_t bytes_of(const std::vector<T>& values) {
  return values.capacity() * sizeof(T);
}

/// Shorter texts live inside the string itself.
inline std::size_t bytes_of(const std::string& text) {
  return text.capacity() > 15 ? text.capacity() + 1 : 0;
}

}  // namespace marrow
