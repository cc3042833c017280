// Joints that hold still in a motion: feet while they stand, a hand on a table.
#pragma once

#include <vector>

#include "base/progress.h"
#include "rig/rig.h"
#include "scene/scene.h"

namespace marrow {

/// A time in which the tip of a joint's bone stays where it is in the world.
struct Hold {
  Id joint = kNoId;
  double begin = 0.0, end = 0.0;  ///< seconds
  bool operator==(const Hold&) const = default;
};

struct ContactLimits {
  double height = 0.05;  ///< over the foot's lowest, in lengths of the leg
  double speed = 0.25;   ///< over the ground, in lengths of the leg per second
  bool operator==(const ContactLimits&) const = default;
};

/// The node whose skeleton the motion moves and whose legs are known by name; -1 without one.
int walking_node(const Scene& scene, const Motion& motion);

/// When feet stand, judged by the tips of their bones, frame by frame, in the world: lower and
/// slower than the limits. Gaps of up to two frames are closed, contacts of a single frame left
/// out. In the order of the beginning.
std::vector<Hold> foot_contacts(const Scene& scene, const Motion& motion,
                                const ContactLimits& limits = {});

/// Where a tip is held.
enum class HeldWhere {
  mean,      ///< where it is on average in the time
  begin,     ///< where it is at the time's beginning
  straight,  ///< from each key of its limb straight to the next, as keys of an IK target would
  smooth,    ///< the same on a Catmull-Rom spline through all of them
};

struct HoldOptions {
  HeldWhere where = HeldWhere::mean;
  double fade = 0.1;  ///< seconds before and after in which it comes there and leaves
};

/// Each joint's tip stays, in its time, at one place or on one way, in the world; its bone keeps
/// its attitude, and the joints above up to the next that branches follow by inverse kinematics
/// (op::SolveIk; `tasks`: the program's own). Rotations of these joints become linear keys at all
/// frames and keys; other keys stay. Stopped by `progress` the motion comes back as it was.
Motion with_joints_held(const Scene& scene, const Motion& motion, const std::vector<Hold>& holds,
                        const HoldOptions& options, const Tasks& tasks,
                        const ProgressCallback& progress = {});

/// The farthest that a tip of `result` is, in its time, from where `options` hold it in `motion`,
/// world units: what its limb could not reach.
double farthest_miss(const Scene& scene, const Motion& motion, const Motion& result,
                     const std::vector<Hold>& holds, const HoldOptions& options,
                     const Tasks& tasks);

/// The farthest that a tip goes in its time from where it was at the beginning, world units.
double farthest_slide(const Scene& scene, const Motion& motion, const std::vector<Hold>& holds);

}  // namespace marrow
