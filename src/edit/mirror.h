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

/// Whether a name is of the left side; none for a name without a side.
std::optional<bool> is_left_name(std::string_view name);

/// The joint with the mirrored name in the same skeleton; kNoId without one.
Id mirror_partner(const Scene& scene, Id joint);

struct MirrorPairs {
  std::vector<int> other;  ///< one per joint: its partner, itself for a joint in the middle, -1: it
                           ///< takes a side but has no partner
  int axis = 0;  ///< the plane's normal, 0 x, 1 y, 2 z of skeleton space: along which the pairs
                 ///< stand apart most
  float offset =
      0.0f;  ///< the plane is where that coordinate has this value: the median of the pairs'
             ///< middles, so that a pair out of place does not move it (0 without pairs)
};
MirrorPairs mirror_pairs(const Skeleton& skeleton, const std::vector<glm::mat4>& bind);

/// The same for new bones. Without pairs the plane is the middle of the meshes bound to the
/// skeleton of scene.nodes[node]: across x, or across z for a body that is as lopsided along x as
/// an animal seen from its side and is not along z. 0 where that is about the middle, and without
/// meshes.
MirrorPairs sides_of_body(const Scene& scene, int node, const std::vector<glm::mat4>& bind);

/// Skeleton space -> skeleton space: the reflection in the plane of `pairs`.
glm::dmat4 reflection(const MirrorPairs& pairs);

/// A pose on the other side of the body. `entries` give Ul of some joints; others stand as in the
/// skeleton. For each named joint j with partner k (itself, in the middle) the result has the Ul of
/// k that moves k against its parent as j moves in the mirror: B_k Ul_k B_k^-1 = R (B_j Ul_j
/// B_j^-1) R, R the reflection, whatever the joints' axes; where origins are not mirror images,
/// joints still turn about their own. So a whole pose gives the mirrored pose, T'_k = R T_j R, and
/// mirroring twice the pose itself. Joints whose parents are no partners are placed by T'_k. Sorted
/// by joint; without entries of unknown joints, of joints without a partner and of results that are
/// not finite (a parent of zero scale).
std::vector<Pose::Entry> mirrored_entries(const Skeleton& skeleton,
                                          const std::vector<Pose::Entry>& entries,
                                          const Tasks& tasks);

/// A place in the world in the mirror of the skeleton of scene.nodes[node].
glm::vec3 mirrored_place(const Scene& scene, int node, const glm::vec3& place, const Tasks& tasks);

/// One pair, or a joint without one. Lengths in skeleton units.
struct SideRow {
  Id left = kNoId,
     right = kNoId;       ///< "left" is the one with the mark for left; right == kNoId: no partner
  float position = 0.0f;  ///< between one's origin and the other's mirrored one
  float tip = 0.0f;       ///< likewise of the bones' ends
  float length = 0.0f;    ///< right's bone length minus left's
  float radius = 0.0f;    ///< right's radius minus left's, at the end where they differ more
  std::uint32_t left_captured = 0, right_captured = 0;
  bool is_even = true;  ///< all within a thousandth of the model's size, captured within 2 %
};
/// Pairs first, worst first, then joints without a partner. Precondition: `deformer` is up to date.
std::vector<SideRow> side_report(const Scene& scene, const Deformer& deformer, Id skeleton);

}  // namespace marrow
