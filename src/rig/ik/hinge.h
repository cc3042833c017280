// A free joint as the solver sees it: three angles and their rotation. Only rig/ik/*.cpp include
// it.
#pragma once

#include <glm/glm.hpp>

#include "scene/skeleton.h"

namespace marrow {

/// Ul = T(t) R(angles) M. Without limits the angles are a rotation vector relative to the start
/// (axis times radians; M is the linear part of Ul at the start). With limits they are Euler angles
/// within a box, and R is `from_limits` times their rotation. An elbow has one angle, about its
/// axis, relative to the start; the other two stay zero.
struct IkHinge {
  bool is_limited = false;
  bool is_elbow = false;              ///< limited too: from straight to fully bent
  glm::dvec3 axis{0.0};               ///< of an elbow, in the frame of L
  glm::dvec3 lower{0.0}, upper{0.0};  ///< radians, if limited
  glm::dvec3 start{0.0};              ///< the angles at the start, brought within the limits
  glm::dmat3 rest{1.0};               ///< M
  glm::dmat3 from_limits{1.0};        ///< with limits: R(RotationLimits::rest)^-1
  glm::dvec3 translation{0.0};        ///< t
};

inline constexpr double kMostBend = 2.8;  ///< of an elbow, radians from straight

IkHinge ik_hinge(const Joint& joint);
/// An elbow that is now bent by `bend` radians about `axis`. Ignores the joint's limits.
IkHinge ik_elbow(const Joint& joint, const glm::dvec3& axis, double bend);
/// The axis about which a limb is bent in its present pose, if the bend is clear and that axis is
/// within 60 degrees of `axis`; else `axis`. Unit. `before` and `after`: the bones at the elbow.
glm::dvec3 present_axis(const glm::dvec3& axis, const glm::dvec3& before, const glm::dvec3& after);
/// The angle about `axis` from `before` to `after`, projected along the axis: in (-pi, pi].
double bend_about(const glm::dvec3& axis, const glm::dvec3& before, const glm::dvec3& after);
glm::dmat3 rotation_of(const IkHinge& hinge, const glm::dvec3& angles);
glm::dmat4 user_local_of(const IkHinge& hinge, const glm::dvec3& angles);
/// Columns: the axes, in the frame of L, about which the joint turns as each angle grows.
glm::dmat3 turning_axes(const IkHinge& hinge, const glm::dvec3& angles);
glm::dvec3 within_limits(const IkHinge& hinge, const glm::dvec3& angles);

}  // namespace marrow
