// Edits of the rest side that leave the posed mesh where it is (design: "Edits of the rest side
// keep what is seen"). Each returns a new skeleton, or the reason why it cannot be done, in words.
#pragma once

#include <optional>
#include <string>

#include "rig/rig.h"

namespace marrow {

struct SkeletonEdit {
  std::optional<Skeleton> skeleton;  ///< set on success
  std::string reason;                ///< otherwise why not, for the user
  std::vector<int> new_index{};      ///< old joint index -> new one, -1 for deleted
};

/// Joint gets a new parent (-1: becomes a root): L' = B_q^-1 B_j and Ul' = L'^-1 W_q^-1 W_j, so
/// neither bind nor pose moves. Refused when the new parent is in the joint's own subtree or its W
/// is singular. Joints are re-sorted parents first. A stored pose that names the joint is rewritten
/// so that it still puts the joint where it did (on top of the current pose of joints that it does
/// not name).
SkeletonEdit reparented(const Skeleton& skeleton, int joint, int new_parent, const Tasks& tasks);

/// Without the joint; its children go to its parent in place (refused when that parent's W is
/// singular). With `subtree` everything below goes too. Stored poses lose the entries of deleted
/// joints.
SkeletonEdit without_joint(const Skeleton& skeleton, int joint, bool subtree, const Tasks& tasks);

/// Drags the tip of the posed bone by the world increment U: e' = (S W_j)^-1 U S W_j e_j. With
/// `children_ride` the children that start anywhere below move by the same displacement in the
/// joint's frame (their L translates); otherwise they keep their place. Refused when S W_j is
/// singular.
SkeletonEdit tip_moved(const Skeleton& skeleton, int joint, const glm::mat4& world_from_skeleton,
                       const glm::mat4& increment, bool children_ride, const Tasks& tasks);

/// Cuts a bone into `pieces` (>= 2) of equal length, a chain: the first is the joint itself; the
/// others, with ids from `first_id` on and the joint's name made unique, follow it in the list and
/// inherit radius and frame. The children hang below the last piece and neither bind nor pose of
/// any of them moves; a pin goes to the last piece, whose tip is the old one, limits stay with the
/// first. Every stored pose that names the joint names the new pieces too, as straight (Ul = I).
/// Refused when the bone has no length.
SkeletonEdit joint_split(const Skeleton& skeleton, int joint, int pieces, Id first_id);

}  // namespace marrow
