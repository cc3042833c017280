// The edit behind "Make this the rest pose".
#pragma once

#include "edit/operation.h"

namespace marrow {

/// The edit that makes the pose of a skeleton its rest pose: op::MakeRest, and as the same step
/// keys for motions whose inverse kinematics would turn joints otherwise from then on, by more than
/// 1e-5 of the figure's size at some frame or key. Targets and pins of a motion stay if they do not
/// pull the new keys away.
Operation rest_edit(const Scene& scene, Id skeleton_node, const Tasks& tasks);

}  // namespace marrow
