// The falloffs' formulas in float and double. rig/fast/capsule_lanes.h has them in lanes.
#pragma once

#include <algorithm>
#include <utility>

#include "rig/rig_check.h"
#include "scene/falloff.h"

namespace marrow {
namespace scalar {

template <class Number>
inline Number least(Number a, Number b) {
  return std::min(a, b);
}
template <class Number>
inline Number most(Number a, Number b) {
  return std::max(a, b);
}
template <class Number>
constexpr Number constant(double value) {
  return Number(value);
}
static_assert(float(1e-6) == 1e-6f && float(1e-7) == 1e-7f);

#include "rig/falloff_formula.h"

template <class Number, std::size_t... kIndex>
inline Number weight_by(Falloff falloff, Number distance, Number depth,
                        std::index_sequence<kIndex...>) {
  Number weight{};
  const bool is_found = ((falloff == Falloff(kIndex) &&
                          (weight = falloff_formula<Falloff(kIndex)>(distance, depth), true)) ||
                         ...);
  RIG_CHECK(is_found);
  return weight;
}

}  // namespace scalar

/// Weight at `distance` from a capsule's bone, before normalizing. With a radius <= 0 every point
/// counts as lying on the surface. Number: float or double. An invalid falloff aborts.
template <class Number>
inline Number raw_falloff_weight(Falloff falloff, Number distance, Number radius) {
  const Number depth = radius > Number(0) ? scalar::depth_in_capsule(distance, radius) : Number(0);
  return scalar::weight_by(falloff, distance, depth, std::make_index_sequence<kFalloffs.size()>());
}

}  // namespace marrow
