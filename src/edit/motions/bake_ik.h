// A motion with inverse kinematics as keys alone, for what knows nothing else: other programs, and
// work on keys.
#pragma once

#include "base/progress.h"
#include "scene/scene.h"

namespace marrow {

/// The joints that inverse kinematics turns get linear keys of rotations at all frames and keys, as
/// at_time() has them; targets and pins go, other keys stay. The motion itself where it has none.
/// Stopped by `progress` it comes back as it was.
Motion with_ik_baked(const Scene& scene, const Motion& motion,
                     const ProgressCallback& progress = {});

}  // namespace marrow
