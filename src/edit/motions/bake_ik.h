// Replaces a motion's inverse kinematics by keys, for other programs and for edits.
#pragma once

#include "base/progress.h"
#include "edit/operation.h"

namespace marrow {

/// Joints that inverse kinematics turns get linear rotation keys at all frames and keys, with the
/// rotations of at_time(). Targets and pins are removed, other keys stay. Returns `motion`
/// unchanged if it has neither, and when stopped by `progress`.
Motion with_ik_baked(const Scene& scene, const Motion& motion,
                     const ProgressCallback& progress = {});

/// The edit that makes the pose of a skeleton its rest pose: op::MakeRest, and as the same step
/// keys for motions whose inverse kinematics would turn joints otherwise from then on, by more than
/// 1e-5 of the figure's size at some frame or key. Their targets and pins stay if they do not pull
/// those keys away.
Operation rest_edit(const Scene& scene, Id skeleton_node, const Tasks& tasks);

}  // namespace marrow
