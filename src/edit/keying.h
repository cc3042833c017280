// Edits that put a pose into a motion as keys at one time.
#pragma once

#include "edit/operation.h"
#include "scene/keys.h"
#include "scene/motion_sampling.h"

namespace marrow {

/// A time of one of a scene's motions.
struct MotionTime {
  std::size_t motion = 0;  ///< index into Scene::motions
  float seconds = 0.0f;
  bool operator==(const MotionTime&) const = default;
};

/// The edits that turn the pose of `from` into the pose of `to`.
std::vector<Operation> pose_edits(const Scene& from, const Scene& to);

/// Which channels of a target get a key.
enum class Keyed {
  changes,  ///< translation, rotation, scale and morph weights, if they differ
  pose,     ///< the rotation, and every other channel that has keys or differs from rest
};

/// The edit that keys `targets` as they are in `after`. `own`: the committed scene, which has the
/// motion; `after`: `own` as shown at that time (at_time()), then edited. Replaces a key nearer
/// than a millisecond. A channel whose first key is later than 0 gets one at 0 too, so that it
/// stays still until then. If a target moves a tip that the motion pulls to an IK target, the IK
/// target gets a key where the tip is in `after`, and the limb gets keys.
op::SetTracks key_edit(const Scene& own, const Scene& after, const MotionTime& at,
                       const std::vector<Id>& targets, Keyed keyed, std::string what);

/// The edit that pins tips from a time on, where they are at that time, or unpins them from that
/// time on. Joints without a finite tip are left out.
op::SetTracks pin_edit(const Scene& own, const MotionTime& at, const std::vector<Id>& joints,
                       bool pinned, std::string what);

/// The edit that keys the share, 0 to 1, by which a pin draws its tip at a time. Precondition: the
/// motion has a target for the joint.
op::SetTracks pin_share_edit(const Scene& own, const MotionTime& at, Id joint, float share,
                             std::string what);

/// The edit that gives a motion of the scene the tracks and the timing of `after`; its name stays.
Operation motion_edit(const Scene& scene, std::size_t motion, const Motion& after,
                      std::string what);

/// A track without keys that holds a joint or a node as it is. Precondition: the target exists.
MotionTrack track_as_it_stands(const Scene& scene, Id target);

/// A motion with keys at 0 that hold the targets as they are: nothing moves yet.
Motion held_motion(const Scene& scene, const std::vector<Id>& targets, std::string name);

}  // namespace marrow
