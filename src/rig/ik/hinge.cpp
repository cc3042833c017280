#include "rig/ik/hinge.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>

#include "rig/joint_pose.h"

namespace marrow {
namespace {

constexpr double kStraight = 1e-6;  // radians below which a series replaces the sines

const glm::dvec3 kX(1.0, 0.0, 0.0), kY(0.0, 1.0, 0.0), kZ(0.0, 0.0, 1.0);

glm::dmat3 about(const glm::dvec3& axis, double angle) {
  return glm::mat3_cast(glm::angleAxis(angle, axis));
}

/// The matrix of v -> a x v.
glm::dmat3 crossing(const glm::dvec3& a) {
  return {glm::cross(a, kX), glm::cross(a, kY), glm::cross(a, kZ)};
}

}  // namespace

IkHinge ik_hinge(const Joint& joint) {
  IkHinge hinge;
  hinge.translation = glm::dvec3(joint.user_local[3]);
  hinge.rest = glm::dmat3(joint.user_local);
  if (!joint.limits) return hinge;
  hinge.is_limited = true;
  hinge.lower = glm::dvec3(joint.limits->lower);
  hinge.upper = glm::dvec3(joint.limits->upper);
  hinge.from_limits =
      glm::transpose(glm::mat3_cast(glm::dquat(quat_from_euler(joint.limits->rest))));
  const glm::dvec3 angles(limited_angles(*joint.limits, joint.user_local));
  hinge.rest = glm::transpose(rotation_of(hinge, angles)) * hinge.rest;
  hinge.start = within_limits(hinge, angles);
  return hinge;
}

IkHinge ik_elbow(const Joint& joint, const glm::dvec3& axis, double bend) {
  IkHinge hinge;
  hinge.translation = glm::dvec3(joint.user_local[3]);
  hinge.rest = glm::dmat3(joint.user_local);
  hinge.is_limited = hinge.is_elbow = true;
  hinge.axis = axis;
  hinge.lower.x = -bend;
  hinge.upper.x = std::max(kMostBend - bend, 0.0);
  hinge.start = within_limits(hinge, hinge.start);
  return hinge;
}

glm::dvec3 present_axis(const glm::dvec3& axis, const glm::dvec3& before, const glm::dvec3& after) {
  constexpr double kClearlyBent = 0.05, kSameSide = 0.5;  // sine of the bend; cosine to the axis
  const glm::dvec3 across = glm::cross(before, after);
  const double sine = glm::length(across);
  const bool shows_axis = sine > kClearlyBent * glm::length(before) * glm::length(after) &&
                          glm::dot(across, axis) > kSameSide * sine;
  return shows_axis ? across / sine : axis;
}

double bend_about(const glm::dvec3& axis, const glm::dvec3& before, const glm::dvec3& after) {
  return std::atan2(glm::dot(axis, glm::cross(before, after)),
                    glm::dot(before, after) - glm::dot(before, axis) * glm::dot(after, axis));
}

glm::dmat3 rotation_of(const IkHinge& hinge, const glm::dvec3& angles) {
  if (hinge.is_elbow) return about(hinge.axis, angles.x);
  if (hinge.is_limited)
    return hinge.from_limits * about(kZ, angles.z) * about(kY, angles.y) * about(kX, angles.x);
  const double angle = glm::length(angles);
  return angle < kStraight ? glm::dmat3(1.0) + crossing(angles) : about(angles / angle, angle);
}

glm::dmat4 user_local_of(const IkHinge& hinge, const glm::dvec3& angles) {
  glm::dmat4 user_local(rotation_of(hinge, angles) * hinge.rest);
  user_local[3] = glm::dvec4(hinge.translation, 1.0);
  return user_local;
}

glm::dmat3 turning_axes(const IkHinge& hinge, const glm::dvec3& angles) {
  if (hinge.is_elbow) return {hinge.axis, glm::dvec3(0.0), glm::dvec3(0.0)};
  if (hinge.is_limited) {
    const glm::dmat3 after_y = about(kZ, angles.z);
    return hinge.from_limits * glm::dmat3(after_y * about(kY, angles.y) * kX, after_y * kY, kZ);
  }
  // The left Jacobian of the exponential map: R(v + dv) = R(J dv) R(v) to first order.
  const double angle = glm::length(angles);
  if (angle < kStraight) return glm::dmat3(1.0) + crossing(0.5 * angles);
  const glm::dvec3 axis = angles / angle;
  const double straight = std::sin(angle) / angle;
  return straight * glm::dmat3(1.0) + (1.0 - straight) * glm::outerProduct(axis, axis) +
         (1.0 - std::cos(angle)) / angle * crossing(axis);
}

glm::dvec3 within_limits(const IkHinge& hinge, const glm::dvec3& angles) {
  return hinge.is_limited ? glm::clamp(angles, hinge.lower, hinge.upper) : angles;
}

}  // namespace marrow
