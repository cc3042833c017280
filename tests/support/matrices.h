// How far matrices are from each other.
#pragma once

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>

namespace marrow::test {

inline float largest_difference(const glm::mat4& a, const glm::mat4& b) {
  float largest = 0.0f;
  for (int c = 0; c < 4; ++c)
    for (int r = 0; r < 4; ++r) largest = std::max(largest, std::abs(a[c][r] - b[c][r]));
  return largest;
}

}  // namespace marrow::test
