// Limbs with straight bones along x, whose results are known by hand, and functions that judge all
// stages on them.
#pragma once

#include "course/cases.h"
#include "course/judge.h"
#include "course/mistakes.h"

namespace marrow::course {

/// A skeleton along +x in a mesh, and the expected matrices. At most two joints hold a vertex.
struct Limb {
  Skeleton skeleton;
  Tube mesh;
  std::vector<glm::mat4> bind, skinning;  ///< B and T; W is T B
};

/// An arm at rest from x = 1: "upper" to x = 3, "lower" to x = 5, both with radius 0.75. Its mesh
/// is a tube of radius 0.5: rings of 8 at x = 1, 1.5, ..., 5, then the centers of its caps (both on
/// the bones), then two vertices that no capsule holds.
Limb make_arm();
inline constexpr int kArmStartCap = 9 * kRingSize, kArmEndCap = kArmStartCap + 1,
                     kArmFar = kArmEndCap + 1;
/// Transforms a joint that is still at rest, and all joints below it, by `skinning` in skeleton
/// space. Call it for parents first.
void pose(Limb& limb, std::size_t joint, const glm::mat4& skinning);

/// Runs all stages of a frame: B, W, T, closest points, find_joints, weights, skin() of positions
/// and normals. The outcome names the first wrong stage; the editor shows all vertices.
Outcome judge_whole_way(const Tasks& tasks, const Limb& limb);

/// Judges closest_on_line_segment() for pairs of a bone and a point.
bool judge_nearest(Judge& judge, const Tasks& tasks, const std::vector<Segment>& bones,
                   const std::vector<glm::vec3>& points, const std::vector<glm::vec3>& nearest);
/// Judges closest_on_line_segment() for every bone at rest and every vertex, as stage
/// closest_point.
bool judge_closest(Judge& judge, const Tasks& tasks, const Skeleton& skeleton,
                   const std::vector<glm::mat4>& bind, const std::vector<glm::vec3>& positions);
/// Judges the lists of find_joints(); the outcome names the disputed joint.
bool judge_lists(Judge& judge, const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                 const std::vector<glm::vec3>& positions, const JointLists& expected,
                 const JointLists& got);

}  // namespace marrow::course
