#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "rig/ik/ik_parts.h"
#include "rig/ik/objective.h"

namespace marrow {
namespace {

/// No bend is added where the sine of the angle between two bones is larger.
constexpr double kNoLongerStraight = 0.2;
constexpr double kBent = 0.6, kStretched = 0.8;  // length of a limb over the sum of its bones
/// Sine of the smallest bend that decides the direction of further bending.
constexpr double kMinBendSine = 0.02;
constexpr double kHangs = 0.7;  // cosine of the angle to straight down

/// A free joint in the middle of a limb, with the bones to it and from it, world space.
struct Middle {
  std::size_t free = 0;
  glm::dvec3 before{0.0}, after{0.0};
  glm::dmat3 linear{1.0};  // A
};

struct Limb {
  glm::dvec3 base{0.0}, tip{0.0};  // the origin of the topmost free joint, and the handle's tip
  double bones = 0.0;              // sum of their lengths
  std::vector<Middle> middles;
};

Limb limb_of(const IkProblem& problem, const std::vector<glm::dmat4>& user_locals,
             const IkHandle& handle) {
  const std::vector<glm::dmat4> frames = ik_frames(problem, user_locals);
  const std::vector<IkLever> levers = ik_levers(problem, user_locals, frames, handle);
  const auto origin_of = [&](const IkLever& lever) {
    const std::size_t joint = at(problem.free[lever.free]);
    return glm::dvec3(frames[joint] * user_locals[joint][3]);
  };
  Limb limb;
  if (levers.empty()) return limb;
  limb.base = origin_of(levers.back());
  limb.tip = glm::dvec3(frames[at(handle.joint)] * user_locals[at(handle.joint)] *
                        glm::dvec4(ik_end(problem, handle), 1.0));
  glm::dvec3 end = limb.tip;
  for (std::size_t i = 0; i + 1 < levers.size(); ++i) {
    const glm::dvec3 here = origin_of(levers[i]);
    limb.middles.push_back(
        {levers[i].free, here - origin_of(levers[i + 1]), end - here, levers[i].linear});
    limb.bones += glm::distance(end, here);
    end = here;
  }
  limb.bones += glm::distance(end, limb.base);
  return limb;
}

/// 1 if two bones are collinear, falling to 0 at kNoLongerStraight; 0 if a bone has no length or
/// folds back.
double straightness(const Middle& middle) {
  const double lengths = glm::length(middle.before) * glm::length(middle.after);
  if (!(lengths > 0.0) || glm::dot(middle.before, middle.after) < 0.0) return 0.0;
  return std::max(0.0, 1.0 - glm::length(glm::cross(middle.before, middle.after)) / lengths /
                                 kNoLongerStraight);
}

/// 1 if a limb is nearly stretched, 0 if it is bent enough for least squares.
double stretch(const Limb& limb) {
  if (!(limb.bones > 0.0)) return 0.0;
  return std::clamp(
      (glm::distance(limb.base, limb.tip) / limb.bones - kBent) / (kStretched - kBent), 0.0, 1.0);
}

/// The bend in radians of each of `middles` joints of a straight limb that brings the limb's ends
/// as near to each other as the target asks.
double bend_for(const Limb& limb, const glm::dvec3& target, double middles) {
  const double share = stretch(limb);
  if (!(share > 0.0)) return 0.0;
  const double chord = glm::distance(limb.base, target) / glm::distance(limb.base, limb.tip);
  // Exact for one joint; for more, equal bends, to second order.
  const double root3 = std::sqrt(3.0);
  return chord < 1.0 ? share * 2.0 * std::acos(chord) * root3 / (middles + root3 - 1.0) : 0.0;
}

glm::dvec3 bend_of_limited(const IkHinge& hinge, const glm::dvec3& arm, double angle) {
  if (hinge.is_elbow)
    return {std::clamp(angle, hinge.lower.x - hinge.start.x, hinge.upper.x - hinge.start.x), 0.0,
            0.0};
  const glm::dmat3 axes = turning_axes(hinge, hinge.start);
  glm::dvec3 bend(0.0);
  double most = 0.0;
  for (int k = 0; k < 3; ++k) {
    const double up = hinge.upper[k] - hinge.start[k], down = hinge.start[k] - hinge.lower[k];
    const double use = std::max(up, down) * glm::length(glm::cross(axes[k], arm));
    if (use <= most * (1.0 + 1e-9)) continue;
    most = use;
    bend = glm::dvec3(0.0);
    bend[k] = up >= down ? std::min(up, angle) : -std::min(down, angle);
  }
  return bend;
}

glm::dvec3 bend_of_free(const Middle& middle, const glm::dmat3& into_frame, double angle) {
  const glm::dvec3 before = glm::normalize(middle.before), after = glm::normalize(middle.after);
  const glm::dvec3 usual(0.0, 0.0, after.y < -kHangs ? -1.0 : 1.0);
  const glm::dvec3 bend_direction = after - before + kMinBendSine * usual;
  const glm::dvec3 axis = glm::cross(into_frame * after, into_frame * bend_direction);
  const double length = glm::length(axis);
  return std::isfinite(length) && length > 0.0 ? angle / length * axis : glm::dvec3(0.0);
}

}  // namespace

IkAngles natural_angles(const IkObjective& objective) {
  IkAngles angles = start_of(objective);
  const std::vector<glm::dmat4> user_locals = pose_at(objective, angles);
  for (const IkHandle& handle : objective.problem.handles) {
    if (handle.is_base || handle.is_side) continue;
    const Limb limb = limb_of(objective.problem, user_locals, handle);
    double middles = 0.0;
    for (const Middle& middle : limb.middles) middles += straightness(middle);
    const double bend = bend_for(limb, handle.target, middles);
    for (const Middle& middle : limb.middles) {
      const double angle = bend * straightness(middle);
      if (!(angle > 0.0)) continue;
      const IkHinge& hinge = objective.hinges[middle.free];
      const glm::dmat3 into_frame = glm::inverse(middle.linear);
      const glm::dvec3 by = hinge.is_limited
                                ? bend_of_limited(hinge, into_frame * middle.after, angle)
                                : bend_of_free(middle, into_frame, angle);
      for (int k = 0; k < 3; ++k) angles[3 * middle.free + at(k)] += by[k];
    }
  }
  return within_limits(objective, std::move(angles));
}

}  // namespace marrow
