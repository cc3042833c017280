// Left and right: pairs of joints by name, the mirror plane between them, and how far each pair is
// from being symmetric.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rig/skinning/deformer.h"

namespace marrow {

/// The name on the other side: "arm.L" <-> "arm.R", "arm_l" <-> "arm_r", "LeftArm" <-> "RightArm",
/// "left_arm", "arm-L", "L_arm" and so on, keeping case; numbers after the mark stay ("arm.L.001").
/// None when the name takes no side.
std::optional<std::string> mirrored_name(std::string_view name);

/// Whether a name is one of the left side; none when it takes no side.
std::optional<bool> is_left_name(std::string_view name);

/// The joint that has the mirrored name in the same skeleton; kNoId when there is none.
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

/// Skeleton space -> skeleton space: the reflection in the plane of `pairs`.
glm::dmat4 reflection(const MirrorPairs& pairs);

/// A pose on the other side of the body. `entries` give Ul of some joints; the others stand as the
/// skeleton has them. For each named joint j with a partner k (itself, in the middle) the result
/// holds the Ul of k with which k moves against its parent as j does in the mirror: B_k Ul_k B_k^-1
/// = R (B_j Ul_j B_j^-1) R, R the reflection, whatever way the joints' axes run; where a frame's
/// origin is not the mirror image of its partner's, turning still happens about the own origin. So
/// a whole pose gives the whole mirrored pose, T'_k = R T_j R, and mirroring that gives the pose.
/// Joints whose parents are no partners are placed by T'_k itself. Sorted by joint; entries of
/// unknown joints and of joints without a partner are left out, as is what has no finite answer (a
/// parent that is scaled to nothing).
std::vector<Pose::Entry> mirrored_entries(const Skeleton& skeleton,
                                          const std::vector<Pose::Entry>& entries,
                                          const Tasks& tasks);

/// One pair, or a joint without one. Lengths in skeleton units.
struct SideRow {
  Id left = kNoId,
     right = kNoId;       ///< "left" is the one with the mark for left; right == kNoId: no partner
  float position = 0.0f;  ///< between one's origin and the other's mirrored one
  float tip = 0.0f;       ///< likewise of the bones' ends
  float length = 0.0f;    ///< right's bone length minus left's
  float radius = 0.0f;    ///< right's radius minus left's
  std::uint32_t left_captured = 0, right_captured = 0;
  bool is_even = true;  ///< all within a thousandth of the model's size, captured within 2 %
};
/// Pairs first, worst first, then joints without a partner. `deformer` is up to date with `scene`.
std::vector<SideRow> side_report(const Scene& scene, const Deformer& deformer, Id skeleton);

}  // namespace marrow
