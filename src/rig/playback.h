// Plays a motion on a scene: keys, and inverse kinematics for tips with targets.
#pragma once

#include "scene/scene.h"

namespace marrow {

/// The scene at a time of a motion. First keyed_at_time() (scene/motion_sampling.h); then the tip
/// of each joint with keys of MotionProperty::ik_target moves from its keyed place towards its
/// target, by the share that pin_at() returns. The bone's base and orientation keep their offset
/// from the tip as far as possible; the joints of its limb turn (ik_limb()), within their limits
/// and to the sides of their elbows. The scene's locks and pins are ignored; a joint with a target
/// becomes Joint::pinned where pin_at() is 0.5 or more, so that edits hold it. The result depends
/// on scene, motion and time alone. A skeleton that cannot be solved stays as keyed.
Scene at_time(const Scene& scene, const Motion& motion, float seconds);

/// How far the tip of a joint moves to its target, 0 to 1; 0 without a target.
double pin_at(const Motion& motion, Id joint, float seconds);

/// Whether the motion has targets for joints of the scene.
bool has_ik(const Scene& scene, const Motion& motion);

}  // namespace marrow
