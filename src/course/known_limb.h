// Limbs on straight bones along x with results known by hand, and a judge of all stages on them.
#pragma once

#include "course/cases.h"
#include "course/judge.h"
#include "course/mistakes.h"

namespace marrow::course {

/// A skeleton at rest along +x in a mesh; at most two joints hold a vertex. Beside it, all results
/// that the contract's functions shall find.
struct Limb {
  Skeleton skeleton;
  Tube mesh;
  std::vector<glm::mat4> bind, skinning;  ///< B and T; W is T B
};

/// An arm from x = 1: "upper" to x = 3, "lower" to x = 5, both with radius 0.75, in a tube of
/// radius 0.5: rings of 8 at x = 1, 1.5, ..., 5, the centres of its caps (both on the bones), and
/// last two vertices that no capsule holds. At rest.
Limb make_arm();
inline constexpr int kArmStartCap = 9 * kRingSize, kArmEndCap = kArmStartCap + 1,
                     kArmFar = kArmEndCap + 1;
/// Transforms a joint of a limb, at rest in skeleton space, by `skinning`; all below follow.
/// Parents first.
void pose(Limb& limb, std::size_t joint, const glm::mat4& skinning);

/// Runs the editor's whole frame: B, W, T, closest points, find_joints, weights, skin() of
/// positions and normals. The first wrong one is the outcome's stage; all vertices are shown.
Outcome judge_whole_way(const Tasks& tasks, const Limb& limb);

/// closest_on_line_segment for a bone and a point each.
bool judge_nearest(Judge& judge, const Tasks& tasks, const std::vector<Segment>& bones,
                   const std::vector<glm::vec3>& points, const std::vector<glm::vec3>& nearest);
/// The same for every bone at rest and every vertex, as stage closest_point.
bool judge_closest(Judge& judge, const Tasks& tasks, const Skeleton& skeleton,
                   const std::vector<glm::mat4>& bind, const std::vector<glm::vec3>& positions);
/// find_joints' lists; the joint that is disputed is named.
bool judge_lists(Judge& judge, const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                 const std::vector<glm::vec3>& positions, const JointLists& expected,
                 const JointLists& got);

}  // namespace marrow::course
