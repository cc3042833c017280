// A free joint for the solver: three angles and their rotation. Only rig/ik/*.cpp include it.
#pragma once

#include <glm/glm.hpp>

#include "scene/skeleton.h"

namespace marrow {

/// Ul = T(t) R(angles) M. Without limits the angles are a rotation vector since the start (axis
/// times radians, M the linear part of Ul there); with limits they are Ul's Euler angles, kept in a
/// box.
struct IkHinge {
  bool is_limited = false;
  glm::dvec3 lower{0.0}, upper{0.0};  ///< of a limited one
  glm::dvec3 start{0.0};              ///< the angles at the start, brought within the limits
  glm::dmat3 rest{1.0};               ///< M
  glm::dvec3 translation{0.0};        ///< t
};

IkHinge ik_hinge(const Joint& joint);
glm::dmat3 rotation_of(const IkHinge& hinge, const glm::dvec3& angles);
glm::dmat4 user_local_of(const IkHinge& hinge, const glm::dvec3& angles);
/// Columns: the axes, in the frame of L, about which the joint turns as each angle grows.
glm::dmat3 turning_axes(const IkHinge& hinge, const glm::dvec3& angles);
glm::dvec3 within_limits(const IkHinge& hinge, const glm::dvec3& angles);

}  // namespace marrow
