// Short names for matrices, and their distance.
#pragma once

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace marrow::test {

inline glm::mat4 about_z(float radians) {
  return glm::rotate(glm::mat4(1.0f), radians, {0.0f, 0.0f, 1.0f});
}

inline float largest_difference(const glm::mat4& a, const glm::mat4& b) {
  float largest = 0.0f;
  for (int c = 0; c < 4; ++c)
    for (int r = 0; r < 4; ++r) largest = std::max(largest, std::abs(a[c][r] - b[c][r]));
  return largest;
}

}  // namespace marrow::test
