// Inverse kinematics for the editor: tips that can be pulled, and edits of a pose that leave pinned
// joints where they are.
#pragma once

#include <string>
#include <vector>

#include "edit/operation.h"

namespace marrow {

/// The tip of a joint's posed bone, S W_j e_j, world space. Nothing when there is no such joint or
/// the tip is not finite.
std::optional<glm::dvec3> world_tip(const Scene& scene, Id joint);

/// Why the tip of a joint cannot be pulled, for the user; empty when it can.
std::string why_no_ik(const Scene& scene, Id joint, bool whole_body);

/// Adds to an edit of joints' poses (ApplyIncrement, SetUserLocal, ResetPose with a list, Sequence
/// of these) a step of inverse kinematics that holds the pinned joints below where they are in
/// `scene`, the scene before the edit. It holds their tips and, as far as possible, their bases.
/// Joints that the edit names keep the pose that it gives them. The operation itself if it moves no
/// pinned joint, if no joint is free to hold one, or if it is of another kind.
Operation holding_pins(const Scene& scene, const Operation& operation, bool whole_body);

}  // namespace marrow
