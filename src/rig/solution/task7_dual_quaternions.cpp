// Task 7: a mean of rigid motions that is a rigid motion, too.
#include "rig/solution/textbook.h"

namespace marrow::solution {

DualQuaternion dual_quaternion(const glm::mat4& rigid) {
  const glm::quat real(glm::normalize(glm::quat_cast(glm::dmat3(glm::mat3(rigid)))));
  const glm::quat translation(0.0f, glm::vec3(rigid[3]));
  return {real, 0.5f * (translation * real)};
}

// The joint that counts most. The other quaternions are used with the sign that is nearer to its
// quaternion, which is the short way between them.
static std::size_t heaviest(const std::vector<float>& weights) {
  std::size_t k = 0;
  for (std::size_t j = 1; j < weights.size(); ++j)
    if (weights[j] > weights[k]) k = j;
  return k;
}

glm::mat4 blend_dual_quaternions(const std::vector<DualQuaternion>& motions,
                                 const std::vector<float>& weights) {
  const glm::dquat pivot(motions[heaviest(weights)].real);
  glm::dquat real(0.0, 0.0, 0.0, 0.0), dual(0.0, 0.0, 0.0, 0.0);
  for (std::size_t j = 0; j < motions.size(); ++j) {  // sum_j w_j s_j q_j
    const glm::dquat its_real(motions[j].real), its_dual(motions[j].dual);
    const double sign = glm::dot(its_real, pivot) < 0.0 ? -1.0 : 1.0;
    real = real + its_real * (sign * double(weights[j]));
    dual = dual + its_dual * (sign * double(weights[j]));
  }
  const double length = glm::length(real);
  real = real / length;
  dual = dual / length;

  glm::dmat4 motion = glm::mat4_cast(real);
  const glm::dquat translation = dual * glm::conjugate(real) * 2.0;
  motion[3] = glm::dvec4(translation.x, translation.y, translation.z, 1.0);
  return glm::mat4(motion);
}

}  // namespace marrow::solution
