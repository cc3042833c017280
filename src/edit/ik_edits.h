// Inverse kinematics as the editor uses it: which joints a reach turns, and edits of a pose that
// leave pinned joints where they are.
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

/// An edit of joints' poses (ApplyIncrement, SetUserLocal, ResetPose with a list, Sequence of
/// these) as a sequence that ends with the pinned joints below them held by their limbs where they
/// are in `scene`, the scene before the edit: the tips, and as far as that leaves it free the
/// bases. The joints that the edit names keep what it gives them. The operation itself when nothing
/// pinned is moved by it, or nothing is free to hold it, and every other operation.
Operation holding_pins(const Scene& scene, const Operation& operation, bool whole_body);

}  // namespace marrow
