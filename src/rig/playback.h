// A motion played on a scene: its keys, and inverse kinematics for tips that it draws to targets.
#pragma once

#include "scene/scene.h"

namespace marrow {

/// The scene at a time of a motion: keyed_at_time() (scene/motion_sampling.h), then the tip of each
/// joint with keys of MotionProperty::ik_target is brought, by as much as its pin says, from where
/// the keys have it to its target. Base and attitude of the bone keep their distance from the tip
/// as far as they can; the joints of its limb turn (ik_limb()), within their limits and to the
/// sides of their elbows. Locks and pins of the scene do not count; a joint with a target is
/// Joint::pinned where its pin is a half or more, so that edits hold it. The result depends on
/// scene, motion and time alone. A skeleton that cannot be solved stays as keyed.
Scene at_time(const Scene& scene, const Motion& motion, float seconds);

/// How much the tip of a joint is drawn to its target, 0 to 1; 0 without a target.
double pin_at(const Motion& motion, Id joint, float seconds);

/// Whether the motion has targets for joints of the scene.
bool has_ik(const Scene& scene, const Motion& motion);

}  // namespace marrow
