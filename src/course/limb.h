// Limbs on straight bones along x, for which every result is known by hand, and a judge of all
// stages from joints to vertices on them.
#pragma once

#include "course/cases.h"
#include "course/judge.h"

namespace marrow::course {

/// A skeleton at rest along +x in a mesh; no vertex is held by more than two joints. Everything
/// that the functions of the contract shall find is written down beside it.
struct Limb {
  Skeleton skeleton;
  Tube mesh;
  std::vector<glm::mat4> bind, skinning;  ///< B and T; W is T B
};

/// An arm that starts at x = 1: "upper" to x = 3, "lower" to x = 5, both with radius 0.75, and a
/// tube around it with radius 0.5: rings of 8 at x = 1, 1.5, ..., 5, the centres of its caps (both
/// on the bones), and last two vertices that no capsule holds. At rest.
Limb make_arm();
inline constexpr int kArmStartCap = 9 * kRingSize, kArmEndCap = kArmStartCap + 1,
                     kArmFar = kArmEndCap + 1;
/// Turns or moves a joint of a limb, as it stands at rest in skeleton space, by `skinning`; all
/// below it follow. Parents come first.
void pose(Limb& limb, std::size_t joint, const glm::mat4& skinning);

/// Runs everything in the order of the editor's frame: B, W, T, closest points, find_joints,
/// weights, skin() of positions and normals. The first of them that does not hold is the outcome's
/// stage; all vertices are shown.
Outcome judge_whole_way(const Tasks& tasks, const Limb& limb);

}  // namespace marrow::course
