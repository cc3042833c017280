// Task 9: the center that a vertex turns about, and the blend about it.
#include <algorithm>
#include <cmath>

#include "rig/solution/textbook.h"

namespace marrow::solution {

float similarity(const std::vector<float>& a, const std::vector<float>& b) {
  constexpr double kSigma = 0.1;
  double sum = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (j == k) continue;
      const double a_j = double(a[j]), a_k = double(a[k]), b_j = double(b[j]), b_k = double(b[k]);
      const double apart = a_j * b_k - a_k * b_j;  // 0 where a_j : a_k is b_j : b_k
      sum += a_j * a_k * b_j * b_k * std::exp(-apart * apart / (kSigma * kSigma));
    }
  }
  return float(sum);
}

glm::vec3 center_of_rotation(const std::vector<float>& weights,
                             const std::vector<WeightedTriangle>& triangles,
                             const glm::vec3& position) {
  double total = 0.0;
  glm::dvec3 sum(0.0);
  for (const WeightedTriangle& triangle : triangles) {
    const double share =
        double(similarity(weights, triangle.weights)) * double(triangle.area);  // s area
    total += share;
    sum += share * glm::dvec3(triangle.middle);
  }
  return total > 0.0 ? glm::vec3(sum / total) : position;
}

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
