// Holds joints still in a motion: feet while they touch the ground, a hand on a table.
#pragma once

#include <vector>

#include "base/progress.h"
#include "rig/rig.h"
#include "scene/scene.h"

namespace marrow {

/// A time span in which the tip of a joint's bone stays at its place in the world.
struct Hold {
  Id joint = kNoId;
  double begin = 0.0, end = 0.0;  ///< seconds
  bool operator==(const Hold&) const = default;
};

struct ContactLimits {
  double height = 0.05;  ///< above the foot's lowest place, in leg lengths
  double speed = 0.25;   ///< over the ground, in leg lengths per second
  bool operator==(const ContactLimits&) const = default;
};

/// The node whose skeleton the motion moves and has legs (body_joints()); -1 without one.
int walking_node(const Scene& scene, const Motion& motion);

/// The times in which feet stand, sorted by their beginning. A foot stands in a frame if the tip of
/// its bone is lower and slower, in world space, than the limits. Gaps of up to two frames are
/// closed; contacts of a single frame are left out.
std::vector<Hold> foot_contacts(const Scene& scene, const Motion& motion,
                                const ContactLimits& limits = {});

/// Where a tip is held during its time span.
enum class HeldWhere {
  mean,      ///< at its average place
  begin,     ///< at its place at the beginning
  straight,  ///< on straight lines through its places at the keys of its limb
  smooth,    ///< on a Catmull-Rom spline through these places
};

struct HoldOptions {
  HeldWhere where = HeldWhere::mean;
  double fade = 0.1;  ///< seconds of the transition before and after the time span
};

/// Each hold keeps its joint's tip at one place or on one path in the world. The bone keeps its
/// orientation; the joints above, up to the next that branches, follow by inverse kinematics
/// (op::SolveIk; `tasks`: the program's own). Rotations of these joints become linear keys at all
/// frames and keys; other keys stay. Returns `motion` unchanged if `progress` stops it.
Motion with_joints_held(const Scene& scene, const Motion& motion, const std::vector<Hold>& holds,
                        const HoldOptions& options, const Tasks& tasks,
                        const ProgressCallback& progress = {});

/// The largest distance, world units, between a tip in `result` and the place where `options` hold
/// it in `motion`: the part that its limb could not reach.
double farthest_miss(const Scene& scene, const Motion& motion, const Motion& result,
                     const std::vector<Hold>& holds, const HoldOptions& options,
                     const Tasks& tasks);

/// The largest distance, world units, of a tip from its place at the beginning of its hold.
double farthest_slide(const Scene& scene, const Motion& motion, const std::vector<Hold>& holds);

}  // namespace marrow
