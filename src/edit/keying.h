// Keys that make a pose: edits that put what of a scene a motion can move into a motion at one
// time.
#pragma once

#include <string>
#include <vector>

#include "edit/operation.h"
#include "scene/keys.h"
#include "scene/pose_of_scene.h"

namespace marrow {

/// A time of one of a scene's motions.
struct MotionTime {
  std::size_t motion = 0;  ///< index into Scene::motions
  float seconds = 0.0f;
  bool operator==(const MotionTime&) const = default;
};

/// The edits that turn the pose of one scene into another's.
std::vector<Operation> pose_edits(const Scene& from, const Scene& to);

/// What is keyed of a target.
enum class Keyed {
  changes,  ///< translation, rotation, scale and morph weights as far as they differ
  pose,     ///< the rotation, and what else has keys or differs from rest
};

/// The edit that gives the motion of `own`, a scene in its own pose, keys at a time: of `targets`,
/// as they stand in `after`, an edit of what is shown then (at_time()). A key nearer than a
/// millisecond is replaced. Where a channel gets its first key, later than 0, it gets one at 0 too:
/// what stood still until then does so still. Where a target takes a tip along that the motion
/// draws somewhere, the tip is drawn to where it is in `after`, and its limb gets keys.
op::SetTracks key_edit(const Scene& own, const Scene& after, const MotionTime& at,
                       const std::vector<Id>& targets, Keyed keyed, std::string what);

/// The edit that holds tips where they are at a time from then on, or lets them go from the pose
/// that is shown then. Joints without a finite tip are left out.
op::SetTracks pin_edit(const Scene& own, const MotionTime& at, const std::vector<Id>& joints,
                       bool pinned, std::string what);

/// The edit that draws a tip by a share, 0 to 1, at a time: a key of its pin. Precondition: the
/// motion has a target for the joint.
op::SetTracks pin_share_edit(const Scene& own, const MotionTime& at, Id joint, float share,
                             std::string what);

/// A track without keys that holds a joint or a node as it stands. Precondition: it is there.
MotionTrack track_as_it_stands(const Scene& scene, Id target);

/// A motion of one key of each target at 0, as it stands: none moves yet.
Motion held_motion(const Scene& scene, const std::vector<Id>& targets, std::string name);

}  // namespace marrow
