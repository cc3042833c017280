// Edits of the rest side that leave the posed mesh in place (design: "Edits of the rest side keep
// what is seen"), and what they leave of motions. Edits return a new skeleton, or the reason of a
// refusal in words.
#pragma once

#include <optional>
#include <string>

#include "rig/rig.h"
#include "scene/scene.h"

namespace marrow {

struct SkeletonEdit {
  std::optional<Skeleton> skeleton;  ///< set on success
  std::string reason;                ///< otherwise why not, for the user
  std::vector<int> new_index{};      ///< old joint index -> new one, -1 for deleted
};

/// Gives the joint a new parent (-1: makes it a root): L' = B_q^-1 B_j and Ul' = L'^-1 W_q^-1 W_j,
/// so bind and pose stay. Refused when the new parent is in the joint's subtree or its W is
/// singular. Sorts joints parents first. Entries of stored poses are rewritten to keep the joint's
/// place (on top of the current pose of joints that they do not name).
SkeletonEdit reparented(const Skeleton& skeleton, int joint, int new_parent, const Tasks& tasks);

/// Removes the joint; its children go to its parent in place (refused when that parent's W is
/// singular), or with `subtree` are removed too. Stored poses lose the entries of removed joints.
SkeletonEdit without_joint(const Skeleton& skeleton, int joint, bool subtree, const Tasks& tasks);

/// Drags the tip of the posed bone by the world increment U: e' = (S W_j)^-1 U S W_j e_j. With
/// `children_ride` all children move by the same displacement in the joint's frame (their L
/// translates); otherwise they stay in place. Refused when S W_j is singular.
SkeletonEdit tip_moved(const Skeleton& skeleton, int joint, const glm::mat4& world_from_skeleton,
                       const glm::mat4& increment, bool children_ride, const Tasks& tasks);

/// Cuts a bone into a chain of `pieces` (>= 2) of equal length: the first is the joint itself; the
/// others, with ids from `first_id` on and unique names, follow it in the list and inherit radius
/// and frame. The children hang below the last piece and do not move at bind or posed; a pin goes
/// to the last piece, whose tip is the old one, limits stay with the first. Stored poses that name
/// the joint get the new pieces as straight (Ul = I). Refused when the bone has no length.
SkeletonEdit joint_split(const Skeleton& skeleton, int joint, int pieces, Id first_id);

/// Motions of `after`, a scene whose joints are in other places than those of `before`: tracks hold
/// L Ul, so translations go as far as that of L went, and Ul stays.
void keep_user_locals(const Scene& before, Scene& after);

}  // namespace marrow
