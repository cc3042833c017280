// Replaces a motion's inverse kinematics by keys, for other programs and for edits of keys.
#pragma once

#include "base/progress.h"
#include "scene/scene.h"

namespace marrow {

/// Joints that inverse kinematics turns get linear rotation keys at all frames and keys, with the
/// rotations of at_time(). Targets and pins are removed, other keys stay. Returns `motion`
/// unchanged if it has neither, and when stopped by `progress`.
Motion with_ik_baked(const Scene& scene, const Motion& motion,
                     const ProgressCallback& progress = {});

}  // namespace marrow
