// Pairs of left and right joints by name, their mirror plane, and each pair's asymmetry.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rig/skinning/deformer.h"

namespace marrow {

/// The name on the other side: "arm.L" <-> "arm.R", "arm_l" <-> "arm_r", "LeftArm" <-> "RightArm",
/// "left_arm", "arm-L", "L_arm" and so on, keeping case and numbers after the mark ("arm.L.001").
/// None for a name without a side.
std::optional<std::string> mirrored_name(std::string_view name);

/// True for a name of the left side; none for a name without a side.
std::optional<bool> is_left_name(std::string_view name);

/// The joint with the mirrored name in the same skeleton; kNoId without one.
Id mirror_partner(const Scene& scene, Id joint);

struct MirrorPairs {
  /// One per joint: its partner; itself for a joint in the middle; -1 for a joint with a side but
  /// without a partner.
  std::vector<int> other;
  /// The plane's normal, 0 x, 1 y, 2 z of skeleton space: the axis along which pairs are farthest
  /// apart.
  int axis = 0;
  /// The plane's coordinate on that axis: the median of the pairs' middles, so that a pair out of
  /// place does not move it. 0 without pairs.
  float offset = 0.0f;
};
MirrorPairs mirror_pairs(const Skeleton& skeleton, const std::vector<glm::mat4>& bind);

/// mirror_pairs() for new bones. Without pairs the plane is the middle of the meshes bound to the
/// skeleton of scene.nodes[node]. Its normal is x, or z for a body that is as lopsided along x as
/// an animal seen from its side and is not lopsided along z. The offset is 0 if the middle is near
/// 0, and without meshes.
MirrorPairs sides_of_body(const Scene& scene, int node, const std::vector<glm::mat4>& bind);

/// Skeleton space -> skeleton space: the reflection in the plane of `pairs`.
glm::dmat4 reflection(const MirrorPairs& pairs);

/// Mirrors a pose to the other side of the body. `entries` give Ul of some joints; the others keep
/// theirs. For each listed joint j with partner k (itself, in the middle) the result has the Ul of
/// k that moves k relative to its parent as the mirror image of j moves, whatever the joints' axes:
///   B_k Ul_k B_k^-1 = R (B_j Ul_j B_j^-1) R, R the reflection.
/// Joints whose origins are not mirror images still turn about their own origins. So a whole pose
/// gives the mirrored pose, T'_k = R T_j R, and mirroring twice gives the pose itself. Joints whose
/// parents are not partners are placed by T'_k. Sorted by joint. Left out: unknown joints, joints
/// without a partner, and results that are not finite (a parent of zero scale).
std::vector<Pose::Entry> mirrored_entries(const Skeleton& skeleton,
                                          const std::vector<Pose::Entry>& entries,
                                          const Tasks& tasks);

/// The mirror image of `place` by the skeleton of scene.nodes[node]; both are in world space.
glm::vec3 mirrored_place(const Scene& scene, int node, const glm::vec3& place, const Tasks& tasks);

/// One pair, or a joint without a partner. Lengths in skeleton units.
struct SideRow {
  /// The sides by name. A joint without a partner is `left`, and `right` is kNoId.
  Id left = kNoId, right = kNoId;
  float position = 0.0f;  ///< distance from one origin to the mirror image of the other
  float tip = 0.0f;       ///< distance from one bone's end to the mirror image of the other's
  float length = 0.0f;    ///< right's bone length minus left's
  float radius = 0.0f;    ///< right's radius minus left's, at the end where they differ more
  std::uint32_t left_captured = 0, right_captured = 0;
  /// All differences are within a thousandth of the model's size, captured vertices within 2 %.
  bool is_even = true;
};
/// Pairs first, worst first, then joints without a partner. Precondition: `deformer` is up to date.
std::vector<SideRow> side_report(const Scene& scene, const Deformer& deformer, Id skeleton);

}  // namespace marrow
