#include "rig/polar_parts.h"

#include <algorithm>
#include <cmath>

#include "rig/joint_pose.h"

namespace marrow {

glm::dmat4 PolarParts::rigid() const {
  glm::dmat4 matrix = glm::mat4_cast(rotation);
  matrix[3] = glm::dvec4(translation, 1.0);
  return matrix;
}

glm::dquat PolarParts::dual() const { return 0.5 * glm::dquat(0.0, translation) * rotation; }

namespace {

/// True for a reflection with one scale, which may mirror any axis. The caller always chooses x, so
/// that a figure that is mirrored as a whole stays in one piece.
bool is_plain_reflection(const glm::dmat3& m, const glm::dmat3& square) {
  constexpr double kAlike = 1e-5;
  const double size = square[0][0];
  double most = 0.0;
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r)
      most = std::max(most, std::abs(square[c][r] - (c == r ? size : 0.0)));
  return most < kAlike * size && glm::determinant(m) < 0.0;
}

}  // namespace

PolarParts polar_parts(const glm::mat4& skinning) {
  constexpr double kRigid = 1e-6;
  const glm::dmat3 m = glm::dmat3(glm::mat3(skinning));
  PolarParts motion;
  motion.translation = glm::dvec3(skinning[3]);
  const glm::dmat3 square = glm::transpose(m) * m;
  double most = 0.0;
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r)
      most = std::max(most, std::abs(square[c][r] - (c == r ? 1.0 : 0.0)));
  if (most < kRigid && glm::determinant(m) > 0.0) {
    motion.rotation = glm::normalize(glm::quat_cast(m));
    return motion;
  }
  motion.rotation = is_plain_reflection(m, square) ? nearest_rotation(glm::dmat3(-m[0], m[1], m[2]))
                                                   : nearest_rotation(m);
  const glm::dmat3 p = glm::mat3_cast(glm::conjugate(motion.rotation)) * m;
  motion.stretch = 0.5 * (p + glm::transpose(p));
  motion.is_stretched = true;
  return motion;
}

std::vector<PolarParts> polar_parts(const std::vector<glm::mat4>& skinning) {
  std::vector<PolarParts> motions;
  motions.reserve(skinning.size());
  for (const glm::mat4& each : skinning) motions.push_back(polar_parts(each));
  return motions;
}

namespace {

/// Means over a row; the signs of quaternions are relative to the heaviest joint's.
struct BlendedParts {
  glm::dquat real{0.0, 0.0, 0.0, 0.0}, dual{0.0, 0.0, 0.0, 0.0};
  glm::dmat3 stretch{0.0};
};

BlendedParts blended_parts(const std::vector<PolarParts>& motions, const std::uint32_t* joints,
                           const float* weights, std::uint32_t count) {
  const std::uint32_t heaviest =
      std::uint32_t(std::max_element(weights, weights + count) - weights);
  const glm::dquat pivot = motions[joints[heaviest]].rotation;
  BlendedParts blended;
  for (std::uint32_t k = 0; k < count; ++k) {
    const PolarParts& motion = motions[joints[k]];
    const double weight = double(weights[k]),
                 share = glm::dot(motion.rotation, pivot) < 0.0 ? -weight : weight;
    blended.real = blended.real + motion.rotation * share;
    blended.dual = blended.dual + motion.dual() * share;
    blended.stretch += weight * motion.stretch;
  }
  return blended;
}

/// R P: the rotation of the row's blended quaternions times its blended P.
glm::dmat3 blended_turn(const std::vector<PolarParts>& motions, const std::uint32_t* joints,
                        const float* weights, std::uint32_t count) {
  const BlendedParts parts = blended_parts(motions, joints, weights, count);
  return glm::mat3_cast(parts.real / glm::length(parts.real)) * parts.stretch;
}

}  // namespace

glm::dmat4 blended_motion(const std::vector<PolarParts>& motions, const std::uint32_t* joints,
                          const float* weights, std::uint32_t count) {
  const BlendedParts parts = blended_parts(motions, joints, weights, count);
  const double length = glm::length(parts.real);
  const glm::dquat real = parts.real / length;
  const glm::dquat translation = parts.dual * glm::conjugate(real) * (2.0 / length);
  glm::dmat4 blended(glm::mat3_cast(real) * parts.stretch);
  blended[3] = glm::dvec4(translation.x, translation.y, translation.z, 1.0);
  return blended;
}

glm::dmat4 blended_about(const glm::vec3& center, const glm::vec3& rest,
                         const std::vector<glm::mat4>& skinning,
                         const std::vector<PolarParts>& motions, const std::uint32_t* joints,
                         const float* weights, std::uint32_t count) {
  glm::dmat4 mean(0.0);
  for (std::uint32_t k = 0; k < count; ++k)
    mean += double(weights[k]) * glm::dmat4(skinning[joints[k]]);
  if (center == rest) return mean;
  const glm::dmat3 turn = blended_turn(motions, joints, weights, count);
  glm::dmat4 blended(turn);
  blended[3] =
      glm::dvec4(glm::dvec3(mean * glm::dvec4(center, 1.0)) - turn * glm::dvec3(center), 1.0);
  return blended;
}

glm::vec3 turned_normal(const glm::dmat3& turn, const glm::vec3& normal) {
  const glm::dvec3 &x = turn[0], &y = turn[1], &z = turn[2];
  const glm::dmat3 cofactor(glm::cross(y, z), glm::cross(z, x), glm::cross(x, y));
  const double sign = glm::dot(x, cofactor[0]) < 0.0 ? -1.0 : 1.0;
  const glm::dvec3 turned = cofactor * glm::dvec3(normal);
  const double length = glm::length(turned);
  if (!(length > 0.0) || !std::isfinite(length)) return normal;
  return glm::vec3(turned * (sign / length));
}

}  // namespace marrow
