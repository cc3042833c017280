// Inverse kinematics for the editor: pulled tips, and pose edits that keep pinned joints in place.
#pragma once

#include <string>
#include <vector>

#include "edit/operation.h"

namespace marrow {

/// The tip of a joint's posed bone, S W_j e_j, world space. None if the joint is unknown or the tip
/// is not finite.
std::optional<glm::dvec3> world_tip(const Scene& scene, Id joint);

/// The reason, for the user, why a joint's tip cannot be pulled; empty when it can.
std::string why_no_ik(const Scene& scene, Id joint, bool whole_body);

/// Adds inverse kinematics to an edit of joints' poses (ApplyIncrement, SetUserLocal, ResetPose
/// with a list, Sequence of these), so that pinned joints below the edited ones stay where they are
/// in `scene`, the scene before the edit: their tips and, as far as possible, their bases. Edited
/// joints get the pose of the edit. Returns `operation` itself if it is of another kind, moves no
/// pinned joint, or no joint is free to hold one.
Operation holding_pins(const Scene& scene, const Operation& operation, bool whole_body);

}  // namespace marrow
