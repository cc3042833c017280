// Colours written as designers write them.
#pragma once

#include <cstdint>

#include "view/picture.h"

namespace marrow::view {

/// 0xrrggbb, sRGB as on screen.
constexpr Color hex_color(std::uint32_t hex, float alpha = 1.0f) {
  return {static_cast<float>((hex >> 16) & 255u) / 255.0f, static_cast<float>((hex >> 8) & 255u) / 255.0f,
          static_cast<float>(hex & 255u) / 255.0f, alpha};
}

}  // namespace marrow::view
