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

/// The edit that gives the motion keys at a time: of `targets`, as they stand in `after`. A key
/// nearer than a millisecond is replaced. Where a channel gets its first key, later than 0, it gets
/// one at 0 too, with what `before` has: what stood still until then does so still.
op::SetTracks key_edit(const Scene& before, const Scene& after, const MotionTime& at,
                       const std::vector<Id>& targets, Keyed keyed, std::string what);

/// A track without keys that holds a joint or a node as it stands. Precondition: it is there.
MotionTrack track_as_it_stands(const Scene& scene, Id target);

/// A motion of one key of each target at 0, as it stands: none moves yet.
Motion held_motion(const Scene& scene, const std::vector<Id>& targets, std::string name);

}  // namespace marrow
