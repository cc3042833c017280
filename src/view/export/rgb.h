#pragma once

#include <array>
#include <cstdint>

namespace marrow::view {

/// sRGB, 0..255.
using Rgb = std::array<std::uint8_t, 3>;

}  // namespace marrow::view
