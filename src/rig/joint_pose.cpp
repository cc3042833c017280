#include "rig/joint_pose.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

namespace marrow {

namespace {

/// Cyclic Jacobi rotations: the eigenvector of a symmetric 4x4 matrix with the largest eigenvalue;
/// unit length, never NaN for finite input.
glm::dvec4 dominant_eigenvector(glm::dmat4 a) {
  glm::dmat4 vectors(1.0);
  for (int sweep = 0; sweep < 32; ++sweep) {
    double off_diagonal = 0.0, diagonal = 0.0;
    for (int p = 0; p < 4; ++p) {
      diagonal += a[p][p] * a[p][p];
      for (int q = p + 1; q < 4; ++q) off_diagonal += a[p][q] * a[p][q];
    }
    if (off_diagonal <= 1e-32 * diagonal) break;
    for (int p = 0; p < 4; ++p) {
      for (int q = p + 1; q < 4; ++q) {
        if (a[p][q] == 0.0) continue;
        const double angle = 0.5 * std::atan2(2.0 * a[p][q], a[q][q] - a[p][p]);
        glm::dmat4 turn(1.0);
        turn[p][p] = turn[q][q] = std::cos(angle);
        turn[q][p] = std::sin(angle);
        turn[p][q] = -turn[q][p];
        a = glm::transpose(turn) * a * turn;
        vectors = vectors * turn;
      }
    }
  }
  int largest = 0;
  for (int i = 1; i < 4; ++i) {
    if (a[i][i] > a[largest][largest]) largest = i;
  }
  return glm::normalize(vectors[largest]);
}

}  // namespace

/// Davenport's quaternion form.
glm::dquat nearest_rotation(const glm::dmat3& m) {
  // Columns of `k` in the order w, x, y, z; m[c][r] is row r, column c.
  glm::dmat4 k;
  k[0] = {m[0][0] + m[1][1] + m[2][2], m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0]};
  k[1] = {k[0][1], m[0][0] - m[1][1] - m[2][2], m[1][0] + m[0][1], m[2][0] + m[0][2]};
  k[2] = {k[0][2], k[1][2], m[1][1] - m[0][0] - m[2][2], m[2][1] + m[1][2]};
  k[3] = {k[0][3], k[1][3], k[2][3], m[2][2] - m[0][0] - m[1][1]};
  const glm::dvec4 q = dominant_eigenvector(k);
  return q[0] < 0.0 ? glm::dquat(-q[0], -q[1], -q[2], -q[3]) : glm::dquat(q[0], q[1], q[2], q[3]);
}

namespace {

double largest_element(const glm::dmat3& m) {
  double largest = 0.0;
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) largest = std::max(largest, std::abs(m[c][r]));
  }
  return largest;
}

/// Directions of the columns; a zero column stays zero and leaves its axis to the other two.
glm::dmat3 unit_columns(const glm::dmat3& m) {
  glm::dmat3 unit(0.0);
  for (int c = 0; c < 3; ++c) {
    const double length = glm::length(m[c]);
    if (length > 0.0) unit[c] = m[c] / length;
  }
  return unit;
}

/// The first guess. For a reflection, negates the axis that leaves the least rotation.
glm::dquat first_rotation(const glm::dmat3& m) {
  const glm::dmat3 unit = unit_columns(m);
  if (glm::determinant(unit) >= 0.0) return nearest_rotation(unit);
  glm::dquat best(0.0, 0.0, 0.0, 0.0);
  double best_w = -1.0;
  for (int axis = 0; axis < 3; ++axis) {
    glm::dmat3 mirrored = unit;
    mirrored[axis] = -mirrored[axis];
    const glm::dquat rotation = nearest_rotation(mirrored);
    if (rotation.w > best_w + 1e-9) {
      best = rotation;
      best_w = rotation.w;
    }
  }
  return best;
}

double wrapped(double angle) { return std::remainder(angle, glm::two_pi<double>()); }

/// `angle` plus the multiple of a full turn that brings it nearest to `near`.
double unwound(double angle, double near) { return near + wrapped(angle - near); }

using Euler = glm::dvec3;

double distance_squared(const Euler& a, const Euler& b) { return glm::dot(a - b, a - b); }

glm::dmat3 matrix_from_euler(const Euler& e) {
  return glm::mat3_cast(glm::angleAxis(e.z, glm::dvec3(0, 0, 1)) *
                        glm::angleAxis(e.y, glm::dvec3(0, 1, 0)) *
                        glm::angleAxis(e.x, glm::dvec3(1, 0, 0)));
}

/// Near the pole only x - z (or x + z) is well defined: its change is split evenly between x and z.
Euler polar_euler(const glm::dmat3& m, double y, const Euler& near) {
  const bool up = m[0][2] < 0.0;  // m[0][2] = -sin y
  const double known = up ? std::atan2(m[1][0], m[1][1])
                          : std::atan2(-m[1][0], m[1][1]);  // x - z at +90 degrees, x + z at -90
  const double sign = up ? -1.0 : 1.0;
  const double change = wrapped(known - (near.x + sign * near.z));
  return {near.x + 0.5 * change, unwound(y, near.y), near.z + sign * 0.5 * change};
}

}  // namespace

glm::mat4 compose(const JointPose& pose) {
  const glm::mat3 rotation = glm::mat3_cast(pose.rotation);
  return glm::mat4(glm::vec4(rotation[0] * pose.scale.x, 0.0f),
                   glm::vec4(rotation[1] * pose.scale.y, 0.0f),
                   glm::vec4(rotation[2] * pose.scale.z, 0.0f), glm::vec4(pose.translation, 1.0f));
}

JointPose decompose(const glm::mat4& matrix, float* shear_lost) {
  const glm::dmat3 m{glm::mat3(matrix)};
  const double size = largest_element(m);
  JointPose pose;
  pose.translation = glm::vec3(matrix[3]);
  pose.scale = glm::vec3(0.0f);
  if (shear_lost) *shear_lost = 0.0f;
  if (size == 0.0) return pose;

  // Alternates between the best scale for a rotation and the best rotation for a scale; without
  // shear the first round is exact.
  const glm::dmat3 unit = m / size;
  glm::dquat rotation = first_rotation(unit);
  glm::dvec3 scale(0.0);
  for (int step = 0; step < 64; ++step) {
    const glm::dmat3 r = glm::mat3_cast(rotation);
    scale = {glm::dot(r[0], unit[0]), glm::dot(r[1], unit[1]), glm::dot(r[2], unit[2])};
    const glm::dquat next =
        nearest_rotation({unit[0] * scale.x, unit[1] * scale.y, unit[2] * scale.z});
    const bool rests = std::abs(glm::dot(next, rotation)) > 1.0 - 1e-15;
    if (rests) break;
    rotation = next;
  }
  pose.rotation = glm::quat(rotation);
  pose.scale = glm::vec3(scale * size);
  if (shear_lost) {
    const glm::dmat3 r = glm::mat3_cast(rotation);
    *shear_lost =
        float(largest_element(unit - glm::dmat3(r[0] * scale.x, r[1] * scale.y, r[2] * scale.z)));
  }
  return pose;
}

JointPose interpolate(const JointPose& from, const JointPose& to, float t) {
  return {glm::mix(from.translation, to.translation, t),
          glm::normalize(glm::slerp(from.rotation, to.rotation, t)),
          glm::mix(from.scale, to.scale, t)};
}

glm::vec3 euler_near(const glm::quat& rotation, const glm::vec3& near) {
  constexpr double kPolar = 1e-3;  // cosine of y; below it x and z separately are noise
  // Smaller differences are below the precision of a quaternion of floats.
  constexpr double kSame = 1e-6;
  const Euler wanted(near);
  const glm::dmat3 m = glm::mat3_cast(glm::normalize(glm::dquat(rotation)));
  const double cos_y = std::hypot(m[0][0], m[0][1]);
  const double y = std::atan2(-m[0][2], cos_y);
  if (cos_y < kPolar) {
    const Euler polar = polar_euler(m, y, wanted);
    if (largest_element(matrix_from_euler(polar) - m) < kSame) return glm::vec3(polar);
  }
  const double x = std::atan2(m[1][2], m[2][2]);
  const double z = std::atan2(m[0][1], m[0][0]);
  const double half_turn = glm::pi<double>();
  const Euler first(unwound(x, wanted.x), unwound(y, wanted.y), unwound(z, wanted.z));
  const Euler second(unwound(x + half_turn, wanted.x), unwound(half_turn - y, wanted.y),
                     unwound(z + half_turn, wanted.z));
  return glm::vec3(distance_squared(first, wanted) <= distance_squared(second, wanted) ? first
                                                                                       : second);
}

glm::quat quat_from_euler(const glm::vec3& euler) {
  const Euler e(euler);
  return glm::quat(glm::angleAxis(e.z, glm::dvec3(0, 0, 1)) *
                   glm::angleAxis(e.y, glm::dvec3(0, 1, 0)) *
                   glm::angleAxis(e.x, glm::dvec3(1, 0, 0)));
}

glm::vec3 limited_angles(const RotationLimits& limits, const glm::mat4& user_local) {
  return euler_near(quat_from_euler(limits.rest) * decompose(user_local).rotation,
                    0.5f * (limits.lower + limits.upper));
}

}  // namespace marrow
