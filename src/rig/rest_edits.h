// Edits of the rest side that keep the posed mesh in place (design: "Edits of the rest side keep
// what is seen"), and the matching change of motions. An edit returns a new skeleton, or a sentence
// that explains why it was refused.
#pragma once

#include <optional>
#include <string>

#include "rig/rig.h"
#include "scene/scene.h"

namespace marrow {

struct SkeletonEdit {
  std::optional<Skeleton> skeleton;  ///< set on success
  std::string reason;                ///< otherwise why not, for the user
};

/// Gives the joint a new parent (-1: makes it a root): L' = B_q^-1 B_j and Ul' = L'^-1 W_q^-1 W_j,
/// so bind and pose stay. Refused if the new parent is in the joint's subtree or its W is singular.
/// Joints are sorted so that parents come first. Stored poses are rewritten so that the joint keeps
/// its place; a joint without an entry in a stored pose is in its current pose.
SkeletonEdit reparented(const Skeleton& skeleton, int joint, int new_parent, const Tasks& tasks);

/// Removes the joint. Its children go to its parent and stay in place (refused if that parent's W
/// is singular); with `subtree` they are removed too. Stored poses lose the removed joints.
SkeletonEdit without_joint(const Skeleton& skeleton, int joint, bool subtree, const Tasks& tasks);

/// Drags the tip of the posed bone by the world increment U: e' = (S W_j)^-1 U S W_j e_j. With
/// `children_ride` all children move by the same displacement in the joint's frame (their L
/// translates); otherwise they stay in place. Refused when S W_j is singular.
SkeletonEdit tip_moved(const Skeleton& skeleton, int joint, const glm::mat4& world_from_skeleton,
                       const glm::mat4& increment, bool children_ride, const Tasks& tasks);

/// Cuts a bone into a chain of `pieces` (>= 2) of equal length. The first piece is the joint
/// itself; the others get ids from `first_id` on and unique names, follow it in the list, and
/// inherit radius and frame. Children hang from the last piece and do not move, at bind or posed.
/// A pin moves to the last piece, whose tip is the old bone's; limits stay with the first. In
/// stored poses that name the joint the new pieces are straight (Ul = I). Refused for a bone
/// without length.
SkeletonEdit joint_split(const Skeleton& skeleton, int joint, int pieces, Id first_id);

/// Adapts the motions of `after`, whose joints may have other places than in `before`. Tracks store
/// L Ul, so their translations change by as much as those of L; Ul stays.
void keep_user_locals(const Scene& before, Scene& after);

}  // namespace marrow
