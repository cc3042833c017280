// Replaces a motion's inverse kinematics by keys, for other programs and for edits of keys.
#pragma once

#include <memory>

#include "base/progress.h"
#include "scene/scene.h"

namespace marrow {

/// Joints that inverse kinematics turns get linear rotation keys at all frames and keys, with the
/// rotations of at_time(). Targets and pins are removed, other keys stay. Returns `motion`
/// unchanged if it has neither, and when stopped by `progress`.
Motion with_ik_baked(const Scene& scene, const Motion& motion,
                     const ProgressCallback& progress = {});

/// The motion for `after`, the scene `before` with another rest pose in the same place, so that at
/// all frames and keys it plays as before, within 1e-5 of the skeleton's size: the motion itself if
/// it does, else with keys for the joints that inverse kinematics turned. Its targets and pins stay
/// if they do not pull those keys away.
std::shared_ptr<const Motion> with_ik_kept(const Scene& before, const Scene& after,
                                           std::shared_ptr<const Motion> motion);

}  // namespace marrow
