// Difference of the weights at an edge's ends.
#pragma once

#include <algorithm>
#include <cmath>

#include "scene/influences.h"

namespace marrow {

/// Calls take(joint, difference) for each joint in either row.
template <typename Take>
void compare_rows(const Influences& influences, std::uint32_t a, std::uint32_t b, Take take) {
  std::uint32_t i = influences.row_begin(a), k = influences.row_begin(b);
  const std::uint32_t i_end = influences.row_end(a), k_end = influences.row_end(b);
  while (i < i_end && k < k_end &&
         influences.joint[i] ==
             influences.joint[k]) {  // most rows beside each other have the same joints
    take(influences.joint[i], std::abs(influences.weight[i] - influences.weight[k]));
    ++i, ++k;
  }
  while (i < i_end && k < k_end) {
    const std::uint32_t at_a = influences.joint[i], at_b = influences.joint[k];
    const float from_a = at_a <= at_b ? influences.weight[i++] : 0.0f;
    const float from_b = at_b <= at_a ? influences.weight[k++] : 0.0f;
    take(std::min(at_a, at_b), std::abs(from_a - from_b));
  }
  for (; i < i_end; ++i) take(influences.joint[i], influences.weight[i]);
  for (; k < k_end; ++k) take(influences.joint[k], influences.weight[k]);
}

/// The largest difference of a joint's weights between two vertices; 1 if only one is covered. See
/// Meters::step.
inline float step_between(const Influences& influences, std::uint32_t a, std::uint32_t b) {
  float largest = (influences.row_size(a) == 0) != (influences.row_size(b) == 0) ? 1.0f : 0.0f;
  compare_rows(influences, a, b,
               [&](std::uint32_t, float difference) { largest = std::max(largest, difference); });
  return largest;
}

}  // namespace marrow
