// The edit behind "Make this the rest pose".
#pragma once

#include "edit/operation.h"

namespace marrow {

/// The edit that makes the pose of a skeleton its rest pose: op::MakeRest, and in the same step
/// keys for motions whose inverse kinematics would then turn joints differently, by more than 1e-5
/// of the figure's size at some frame or key. IK targets and pins of a motion stay if they do not
/// pull joints away from the new keys.
Operation rest_edit(const Scene& scene, Id skeleton_node, const Tasks& tasks);

}  // namespace marrow
