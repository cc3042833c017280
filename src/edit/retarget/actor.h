// How to interpret the figure of a motion: which axis is up, and which pose is its rest pose.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/motion.h"
#include "scene/skeleton.h"
#include "scene/stance.h"

namespace marrow {

struct ActorReading {
  UpAxis up = UpAxis::y;  ///< in the motion, in skeleton space
  /// Time, seconds, of the motion's pose that is used as the rest pose. None: the file's rest pose.
  std::optional<float> rest_at{};
  bool operator==(const ActorReading&) const = default;
};

struct ActorGuess {
  ActorReading reading;
  std::vector<std::string> notes;   ///< what differs from a y-up file with a rest pose, sentences
  std::vector<std::string> doubts;  ///< what may be wrong, sentences
};

/// Judges by names and places of joints (scene/stance.h). The rest pose is the file's if that is a
/// standing body, else the first frame if that is one, else the frame most like one.
ActorGuess guessed_reading(const Skeleton& skeleton, const Motion& motion);

/// The skeleton with the rest pose of a reading, upright as in the motion; only L of its joints
/// differ. The file's rest pose is turned as a whole if it stands along another axis, else it is
/// unchanged. A pose of the motion is turned about `up` so that it faces along an axis, with its
/// hips above the origin and its lowest joint as low as the motion's lowest. Invalid times are
/// clamped.
Skeleton as_read(const Skeleton& skeleton, const Motion& motion, const ActorReading& reading);

}  // namespace marrow
