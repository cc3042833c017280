// Feet on the ground: when a motion puts them there, and the same motion with feet that do not
// slide.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "rig/rig.h"
#include "scene/scene.h"

namespace marrow {

/// A time in which a foot stands.
struct FootContact {
  Id foot = kNoId;                ///< the joint
  double begin = 0.0, end = 0.0;  ///< seconds, frames of the motion
  bool operator==(const FootContact&) const = default;
};

struct ContactLimits {
  double height = 0.05;  ///< over the foot's lowest, in lengths of the leg
  double speed = 0.25;   ///< over the ground, in lengths of the leg per second
};

/// The node whose skeleton the motion moves and whose legs are known by name; -1 without one.
int walking_node(const Scene& scene, const Motion& motion);

/// Judged by the tip of the foot's bone, frame by frame, in the world: it is lower and slower than
/// the limits. Gaps of up to two frames are closed, contacts of a single frame left out. In the
/// order of the beginning.
std::vector<FootContact> foot_contacts(const Scene& scene, const Motion& motion,
                                       const ContactLimits& limits = {});

/// Each foot's tip stays, while it stands, where it is on average then; it comes there and leaves
/// within `fade` seconds. Ankle and toes keep their attitude, thigh and shin follow by inverse
/// kinematics (`tasks`: the program's own). Rotations of thigh, shin and foot of the legs concerned
/// become linear keys at all frames and keys; other keys stay. `stop`, if any: set to true the
/// motion comes back as it was.
Motion with_feet_held(const Scene& scene, const Motion& motion,
                      const std::vector<FootContact>& contacts, double fade, const Tasks& tasks,
                      const std::atomic<bool>* stop = nullptr);

/// The farthest that a tip goes over the ground during its contact, world units: 0 when feet hold.
double farthest_slide(const Scene& scene, const Motion& motion,
                      const std::vector<FootContact>& contacts);

}  // namespace marrow
