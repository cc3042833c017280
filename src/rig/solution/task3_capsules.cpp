// Task 3: which capsules hold a vertex.
#include "rig/solution/textbook.h"

namespace marrow::solution {

// In double precision, so that the squares of a very short or very long bone neither vanish nor
// overflow.
glm::vec3 closest_on_line_segment(const glm::vec3& start, const glm::vec3& end,
                                  const glm::vec3& point) {
  const glm::dvec3 from(start);
  const glm::dvec3 along = glm::dvec3(end) - from;
  const double length_squared = glm::dot(along, along);
  if (length_squared == 0.0) return start;
  const double t = glm::clamp(glm::dot(glm::dvec3(point) - from, along) / length_squared, 0.0, 1.0);
  return glm::vec3(from + t * along);
}

JointLists find_joints(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                       const std::vector<glm::vec3>& positions) {
  JointLists lists(positions.size());
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    const Joint& joint = skeleton.joints[j];
    const glm::vec3 start(bind[j][3]);
    const glm::vec3 end(bind[j] * glm::vec4(joint.extent, 1.0f));
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const glm::vec3 closest = closest_on_line_segment(start, end, positions[i]);
      if (glm::distance(positions[i], closest) < joint.radius)
        lists[i].push_back(int(j));  // d_ij < r_j
    }
  }
  return lists;
}

}  // namespace marrow::solution
