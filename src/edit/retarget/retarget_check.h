// Reads the figure of a motion, and checks whether a retargeted motion does what that figure does;
// the window and the command line print the result before the motion is added.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "edit/retarget/retarget.h"
#include "scene/motion.h"
#include "scene/skeleton.h"
#include "scene/stance.h"

namespace marrow {

struct ActorReading {
  UpAxis up = UpAxis::y;  ///< the motion's up axis, in skeleton space
  /// The time, in seconds, whose pose is used as the rest pose. None: the file's rest pose.
  std::optional<float> rest_at{};
  bool operator==(const ActorReading&) const = default;
};

struct ActorGuess {
  ActorReading reading;
  std::vector<std::string> notes;   ///< what differs from a y-up file with a rest pose, sentences
  std::vector<std::string> doubts;  ///< what may be wrong, sentences
};

/// Judges by names and places of joints (scene/stance.h). As rest pose it uses the file's if that
/// is a standing body, else the first frame if that is one, else the most similar frame.
ActorGuess guessed_reading(const Skeleton& skeleton, const Motion& motion);

/// The skeleton with the rest pose of a reading, upright as in the motion; only L of its joints
/// differ. The file's rest pose is turned as a whole if it stands along another axis, else it is
/// unchanged. A pose of the motion is turned about `up` so that it faces along an axis, with its
/// hips above the origin and its lowest joint as low as the motion's lowest. Invalid times are
/// clamped.
Skeleton as_read(const Skeleton& skeleton, const Motion& motion, const ActorReading& reading);

/// As as_read(), for the skeleton `onto` that gets the motion. A file with only a motion may have
/// the pose in which it was written in place of a rest pose. If both skeletons are the same figure,
/// the result has the rest pose of `onto`: that is, if all paired joints have equal places in their
/// parents' frames, up to one scale, but other places at rest.
Skeleton as_read_for(const Skeleton& skeleton, const Motion& motion, const ActorReading& reading,
                     const Skeleton& onto, const RetargetTable& table, const glm::vec3& onto_up);

/// Both figures of a retargeted motion. `from` is the result of as_read_for().
struct Retargeted {
  const Skeleton& from;
  const Motion& motion;
  const Skeleton& onto;
  const Motion& made;
  glm::vec3 from_up, onto_up;  ///< unit
};

/// How far a retargeted motion is from the original.
struct RetargetMeasures {
  /// Heights of the lowest joint of `onto` above its height at rest, in heights of the figure.
  struct Floor {
    double lowest = 0.0;   ///< the least over the motion
    double nearest = 0.0;  ///< the least distance from 0, upwards or downwards
  };
  /// Angles (radians) over the motion between bones of the same body part (spine, arms, legs) of
  /// both figures, each direction relative to its own figure's up and left. Negative if there is
  /// nothing to compare.
  double mean_angle = -1.0, worst_angle = -1.0;
  bool stands = true;  ///< true if `from` stands for most of the motion
  Floor floor{};
};
RetargetMeasures measures_of(const Retargeted& figures);

/// Other choices that make a doubtful motion better.
struct RetargetCure {
  /// The change and its effect: "Put it on the floor (14 % → 0 %)".
  std::string label;
  std::string flag;  ///< the flag on the command line
  ActorReading reading;
  RetargetTable table;
  RetargetOptions options;
};

/// A retargeted motion, as a preview.
struct RetargetTrial {
  Skeleton from;  ///< as_read_for()
  Motion motion;
  RetargetMeasures measures;
  /// Sentences: joints are matched by shape, important joints are not matched, the figure does not
  /// stand or move like the other, sinks into the floor or hovers above it.
  std::vector<std::string> doubts;
  std::vector<RetargetCure> cures;  ///< those tried that leave less than 3/4 of what is wrong
};

/// Ignores `options.from_up`: the up axis of `reading` replaces it.
RetargetTrial try_retarget(const Motion& motion, const Skeleton& from, const ActorReading& reading,
                           const Skeleton& onto, const RetargetTable& table,
                           RetargetOptions options);

}  // namespace marrow
