// Colors from hexadecimal numbers, and conversion between sRGB and linear light.
#pragma once

#include "view/picture/picture.h"

namespace marrow::view {

/// 0xrrggbb, sRGB as on screen.
constexpr Color hex_color(std::uint32_t hex, float alpha = 1.0f) {
  return {float((hex >> 16) & 255u) / 255.0f, float((hex >> 8) & 255u) / 255.0f,
          float(hex & 255u) / 255.0f, alpha};
}

/// The transfer curve of IEC 61966-2-1, each channel clamped to [0, 1] first.
glm::vec3 srgb_from_linear(const glm::vec3& linear);
glm::vec3 linear_from_srgb(const glm::vec3& srgb);

/// The matrix of seen_by() on linear light.
glm::mat3 vision_matrix(Vision vision);

}  // namespace marrow::view
