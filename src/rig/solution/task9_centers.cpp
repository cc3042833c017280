// Task 9: the blend about a center of rotation.
#include <algorithm>

#include "rig/solution/textbook.h"

namespace marrow::solution {

static glm::dquat quaternion_of(const glm::mat4& rigid) {
  return glm::quat_cast(glm::dmat3(glm::mat3(rigid)));
}

glm::mat4 blend_about_center(const std::vector<glm::mat4>& motions,
                             const std::vector<float>& weights, const glm::vec3& center) {
  const auto heaviest = std::max_element(weights.begin(), weights.end()) - weights.begin();
  const glm::dquat pivot = quaternion_of(motions[std::size_t(heaviest)]);
  const glm::dvec3 c(center);
  glm::dquat q(0.0, 0.0, 0.0, 0.0);
  glm::dvec3 moved_center(0.0);
  for (std::size_t j = 0; j < motions.size(); ++j) {
    const glm::dquat its = quaternion_of(motions[j]);
    const double weight = double(weights[j]), sign = glm::dot(its, pivot) < 0.0 ? -1.0 : 1.0;
    q = q + its * (sign * weight);  // sum_j w_j s_j q_j
    moved_center += weight * glm::dvec3(precise(motions[j]) * glm::dvec4(c, 1.0));  // and w_j T_j c
  }
  const glm::dmat3 rotation = glm::mat3_cast(glm::normalize(q));
  glm::dmat4 blended(rotation);
  blended[3] = glm::dvec4(moved_center - rotation * c, 1.0);
  return glm::mat4(blended);
}

}  // namespace marrow::solution
