#include "edit/retarget/actor.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

#include "base/index.h"
#include "scene/scene.h"

namespace marrow {
namespace {

constexpr std::size_t kMostReadTimes = 120;
constexpr double kFirstIsGood = 0.85, kNearlyBest = 0.05, kOffFloor = 0.1;  // of the height

/// The time at which the figure is most like a standing body; the first frame if good enough.
struct Standing {
  float time = 0.0f;
  double likeness = -1.0;
};

Standing most_standing(const Skeleton& skeleton, const Motion& motion, UpAxis up) {
  const BodyJoints body = body_joints(skeleton);
  Standing first, best;
  for (const float time : sample_times(motion, kMostReadTimes)) {
    const double likeness =
        standing_score(body, world_at_time(skeleton, motion, time), direction_of(up));
    if (first.likeness < 0.0) first = {time, likeness};
    if (likeness > best.likeness) best = {time, likeness};
  }
  return first.likeness >= std::min(kFirstIsGood, best.likeness - kNearlyBest) ? first : best;
}

/// The height of a pose above the lowest one of the motion; 0 if it is nearly as low.
double above_floor(const Skeleton& skeleton, const Motion& motion,
                   const std::vector<glm::dmat4>& pose, const glm::dvec3& up) {
  const Heights here = heights_of(pose, up);
  double floor = here.low;
  for (const float time : sample_times(motion, kMostReadTimes))
    floor = std::min(floor, heights_of(world_at_time(skeleton, motion, time), up).low);
  return here.low - floor > kOffFloor * (here.high - here.low) ? here.low - floor : 0.0;
}

/// The turn about `up` by at most 45 degrees after which a body's left is along an axis.
glm::dmat4 turn_to_axis(const BodyJoints& body, const std::vector<glm::dmat4>& world,
                        const glm::dvec3& up) {
  glm::dvec3 left = leftwards(body, world);
  left -= glm::dot(left, up) * up;
  if (glm::length(left) < 1e-3) return glm::dmat4(1.0);
  const glm::dvec3 axis = direction_of(nearest_axis(left));
  const double angle = std::atan2(glm::dot(up, glm::cross(left, axis)), glm::dot(left, axis));
  return glm::rotate(glm::dmat4(1.0), angle, up);
}

Skeleton with_rest_at(const Skeleton& skeleton, const Motion& motion, float time, UpAxis up_axis) {
  const BodyJoints body = body_joints(skeleton);
  const std::vector<glm::dmat4> pose = world_at_time(skeleton, motion, time);
  if (pose.empty()) return skeleton;
  const glm::dvec3 up = direction_of(up_axis), hips(pose[body.hips < 0 ? 0 : at(body.hips)][3]);
  const glm::dvec3 place = hips - glm::dot(hips, up) * up;
  const glm::dmat4 moved =
      turn_to_axis(body, pose, up) *
      glm::translate(glm::dmat4(1.0), -place - above_floor(skeleton, motion, pose, up) * up);
  Skeleton rest = skeleton;
  for (std::size_t j = 0; j < pose.size(); ++j) {
    const int parent = rest.joints[j].parent;
    const glm::mat4 local(parent < 0 ? moved * pose[j] : glm::inverse(pose[at(parent)]) * pose[j]);
    if (is_finite(local) && is_invertible(local)) rest.joints[j].bind_local = local;
  }
  return rest;
}

void tell_rest(const Standing& standing, ActorGuess& guess) {
  guess.reading.rest_at = standing.time;
  if (standing.likeness < kStandingScore)
    guess.doubts.push_back(
        "Neither the file's rest pose nor any frame is a standing body, so the figure may be "
        "turned or bent.");
  else if (standing.time == 0.0f)
    guess.notes.push_back("The file's rest pose is not a standing body: the first frame is used.");
  else
    guess.notes.push_back(
        fmt::format("The file's rest pose is not a standing body: the pose at {:.2f} s is used.",
                    standing.time));
}

}  // namespace

ActorGuess guessed_reading(const Skeleton& skeleton, const Motion& motion) {
  ActorGuess guess;
  const std::optional<UpAxis> at_rest = up_at_rest(skeleton), up = up_in_motion(skeleton, motion);
  if (!up) {
    guess.doubts.push_back(
        "No hips, head or legs were found by name or shape, so it is not known which axis is up.");
    return guess;
  }
  guess.reading.up = *up;
  if (*up != UpAxis::y) guess.notes.push_back(fmt::format("{} is up in the file.", axis_name(*up)));
  if (!at_rest) tell_rest(most_standing(skeleton, motion, *up), guess);
  return guess;
}

Skeleton as_read(const Skeleton& skeleton, const Motion& motion, const ActorReading& reading) {
  if (reading.rest_at)
    return with_rest_at(skeleton, motion, std::clamp(*reading.rest_at, 0.0f, duration_of(motion)),
                        reading.up);
  const std::optional<UpAxis> at_rest = up_at_rest(skeleton);
  if (!at_rest || *at_rest == reading.up) return skeleton;
  return with_rest_turned(skeleton, turn_of(*at_rest, reading.up));
}

}  // namespace marrow
