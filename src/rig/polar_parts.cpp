#include "rig/polar_parts.h"

#include <algorithm>

#include "rig/joint_pose.h"

namespace marrow {

glm::dmat4 PolarParts::rigid() const {
  glm::dmat4 matrix = glm::mat4_cast(rotation);
  matrix[3] = glm::dvec4(translation, 1.0);
  return matrix;
}

glm::dquat PolarParts::dual() const { return 0.5 * glm::dquat(0.0, translation) * rotation; }

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
  motion.rotation = nearest_rotation(m);
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

glm::dmat4 blended_motion(const std::vector<PolarParts>& motions, const std::uint32_t* joints,
                          const float* weights, std::uint32_t count) {
  const std::uint32_t heaviest =
      std::uint32_t(std::max_element(weights, weights + count) - weights);
  const glm::dquat pivot = motions[joints[heaviest]].rotation;
  glm::dquat real(0.0, 0.0, 0.0, 0.0), dual(0.0, 0.0, 0.0, 0.0);
  glm::dmat3 stretch(0.0);
  for (std::uint32_t k = 0; k < count; ++k) {
    const PolarParts& motion = motions[joints[k]];
    const double weight = double(weights[k]),
                 share = glm::dot(motion.rotation, pivot) < 0.0 ? -weight : weight;
    real = real + motion.rotation * share;
    dual = dual + motion.dual() * share;
    stretch += weight * motion.stretch;
  }
  const double length = glm::length(real);
  real = real / length;
  const glm::dquat translation = dual * glm::conjugate(real) * (2.0 / length);
  glm::dmat4 blended(glm::mat3_cast(real) * stretch);
  blended[3] = glm::dvec4(translation.x, translation.y, translation.z, 1.0);
  return blended;
}

}  // namespace marrow
