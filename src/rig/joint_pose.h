// A joint's pose relative to its parent, P_j = L_j Ul_j = T(t) R(q) S(s), for interpolation and
// numeric fields.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "scene/skeleton.h"

namespace marrow {

struct JointPose {
  glm::vec3 translation{0.0f};
  glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};
  glm::vec3 scale{1.0f};
};

/// T(t) R(q) S(s).
glm::mat4 compose(const JointPose& pose);

/// The nearest T R S to an affine matrix: exact without shear. Handles reflections (one negative
/// scale) and zero scales (rotation columns completed to a right-handed frame); never NaN.
/// `shear_lost`, if given, gets the largest absolute element of matrix - compose(result), relative
/// to the largest 3x3 element.
JointPose decompose(const glm::mat4& matrix, float* shear_lost = nullptr);

/// The rotation R nearest to `m`: maximizes trace(R^T m). Always proper, defined even for singular
/// matrices.
glm::dquat nearest_rotation(const glm::dmat3& m);

/// t and s linearly, q by slerp along the shorter arc. t outside of [0, 1] extrapolates.
JointPose interpolate(const JointPose& from, const JointPose& to, float t);

/// Euler angles in radians, R = Rz(z) Ry(y) Rx(x). Of all equivalent angles those nearest to
/// `near`, so that a display never jumps.
glm::vec3 euler_near(const glm::quat& rotation, const glm::vec3& near);
glm::quat quat_from_euler(const glm::vec3& euler);

/// The angles that are limited, for a joint with this Ul.
glm::vec3 limited_angles(const RotationLimits& limits, const glm::mat4& user_local);

}  // namespace marrow
