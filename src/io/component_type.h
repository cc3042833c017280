// glTF's numbers for component types.
#pragma once

#include <cstdint>

namespace marrow::io {

/// Calls f with a value of the C++ type for a glTF component type; a float for unknown types.
template <typename F>
auto with_component_type(int component, const F& f) {
  switch (component) {
    // NOLINTNEXTLINE(bugprone-branch-clone): each calls f with another type
    case 5120:
      return f(std::int8_t());
    case 5121:
      return f(std::uint8_t());
    case 5122:
      return f(std::int16_t());
    case 5123:
      return f(std::uint16_t());
    case 5125:
      return f(std::uint32_t());
    default:
      return f(float());
  }
}

inline bool is_unsigned(int component) {
  return component == 5121 || component == 5123 || component == 5125;
}

}  // namespace marrow::io
