// Pairs of joints: one's capsule holds vertices of the other's skin.
#pragma once

#include "rig/measure/measure.h"

namespace marrow {

/// Vertices that bleed (see Bleed) from one joint's skin into another's capsule.
struct BleedingPair {
  std::size_t joint = 0, of = 0;  ///< the capsule's joint; the joint whose bone is nearest
  std::uint32_t vertices = 0;
  bool is_between_limbs = false;  ///< neither joint is an ancestor of the other
  bool operator==(const BleedingPair&) const = default;
};

/// Sorted by vertices, most first. `measures` must be up to date with the scene.
std::vector<BleedingPair> bleeding_pairs(const Skeleton& skeleton, Measures& measures);

}  // namespace marrow
