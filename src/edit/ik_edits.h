// Inverse kinematics for the editor: pulled tips, and pose edits that keep pinned joints in place.
#pragma once

#include <string>
#include <vector>

#include "edit/operation.h"

namespace marrow {

/// The tip of a joint's posed bone, S W_j e_j, world space. None for an unknown joint or infinite
/// tip.
std::optional<glm::dvec3> world_tip(const Scene& scene, Id joint);

/// The reason, for the user, why a joint's tip cannot be pulled; empty when it can.
std::string why_no_ik(const Scene& scene, Id joint, bool whole_body);

/// Adds a step of inverse kinematics to an edit of joints' poses (ApplyIncrement, SetUserLocal,
/// ResetPose with a list, Sequence of these) that holds pinned joints below where they are in
/// `scene`, before the edit: their tips and, as far as possible, their bases. Joints that the edit
/// names keep its pose. The operation itself if it moves no pinned joint, no joint is free to hold
/// one, or it is of another kind.
Operation holding_pins(const Scene& scene, const Operation& operation, bool whole_body);

}  // namespace marrow
