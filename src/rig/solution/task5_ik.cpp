// Task 5 (extra): which way to turn each joint so that a hand comes nearer to where it is pulled.
#include "rig/solution/textbook.h"

namespace marrow::solution {

// The tip's motion per radian that a joint turns about `axis`: into the joint's frame, round, and
// out again.
static glm::dvec3 motion_of_tip(const glm::dmat3& a, const glm::dvec3& axis,
                                const glm::dvec3& tip_from_origin) {
  return a * glm::cross(axis, glm::inverse(a) * tip_from_origin);  // A (a x A^-1 (tip - o_b))
}

std::vector<glm::vec3> ik_gradient(const Skeleton& skeleton, const std::vector<glm::mat4>& posed,
                                   const glm::mat4& world_from_skeleton,
                                   const std::vector<IkPull>& pulls, const std::vector<int>& free) {
  std::vector<glm::vec3> gradient;
  for (const int b : free) {
    const Joint& joint = skeleton.joints[std::size_t(b)];
    const glm::mat4& parent =
        joint.parent < 0 ? world_from_skeleton : posed[std::size_t(joint.parent)];
    const glm::dmat3 a(precise(parent) * precise(joint.bind_local));  // A, of S W_p(b) L_b
    const glm::dvec3 origin(posed[std::size_t(b)][3]);                // o_b
    glm::dvec3 slope(0.0);
    for (const IkPull& pull : pulls) {
      if (!is_in_subtree(skeleton, b, pull.joint)) continue;
      const glm::dvec3 tip(precise(posed[std::size_t(pull.joint)]) * glm::dvec4(pull.end, 1.0));
      const glm::dvec3 miss = tip - glm::dvec3(pull.target);
      for (int k = 0; k < 3; ++k) {
        const glm::dvec3 axis = glm::dmat3(1.0)[k];
        slope[k] += double(pull.weight) * glm::dot(miss, motion_of_tip(a, axis, tip - origin));
      }
    }
    gradient.push_back(glm::vec3(slope));
  }
  return gradient;
}

}  // namespace marrow::solution
