// How the figure of a motion is to be read: which axis is up, and which pose is its rest pose.
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
  /// Seconds: the pose that the motion has then is taken for the rest pose. None: the file's.
  std::optional<float> rest_at{};
  bool operator==(const ActorReading&) const = default;
};

struct ActorGuess {
  ActorReading reading;
  std::vector<std::string> notes;   ///< what differs from a y-up file with a rest pose, sentences
  std::vector<std::string> doubts;  ///< what may be wrong, sentences
};

/// By names and places of joints (scene/stance.h). The rest pose is the file's where it is a
/// standing body, else the first frame if that is one, else the frame that is most like one.
ActorGuess guessed_reading(const Skeleton& skeleton, const Motion& motion);

/// The skeleton with the rest pose that a reading asks for, whose up is the motion's; only L of its
/// joints differ. The file's: turned as a whole where it stands along another axis, else unchanged.
/// A pose of the motion: turned about `up` so that it looks along an axis, its hips above the
/// origin, its lowest joint as low as the motion's lowest. Invalid times are clamped.
Skeleton as_read(const Skeleton& skeleton, const Motion& motion, const ActorReading& reading);

}  // namespace marrow
