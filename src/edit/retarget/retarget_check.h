// Whether a retargeted motion does what the other figure does: what the window and the command line
// say before the motion is added.
#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "edit/retarget/actor.h"
#include "edit/retarget/retarget.h"

namespace marrow {

/// Both figures of a retargeted motion. `from` is as_read().
struct Retargeted {
  const Skeleton& from;
  const Motion& motion;
  const Skeleton& onto;
  const Motion& made;
  glm::vec3 from_up, onto_up;  ///< unit
};

/// The mean angle in radians between bones of both figures that have the same part of the body
/// (spine, arms, legs), over the motion, each as seen by its own figure: up, and to its left. Below
/// 0 where there is nothing to compare.
double bone_deviation(const Retargeted& figures);

/// Sentences: joints that matter are not matched, the figure does not stand or move as the other,
/// sinks into the floor or stays above it. Empty: nothing to doubt.
std::vector<std::string> retarget_doubts(const Retargeted& figures, const RetargetTable& table);

/// A motion retargeted to be looked at.
struct RetargetTrial {
  Skeleton from;  ///< as_read()
  Motion motion;
  std::vector<std::string> doubts;  ///< sentences
};

/// `options.from_up` is the reading's.
RetargetTrial try_retarget(const Motion& motion, const Skeleton& from, const ActorReading& reading,
                           const Skeleton& onto, const RetargetTable& table,
                           RetargetOptions options);

}  // namespace marrow
