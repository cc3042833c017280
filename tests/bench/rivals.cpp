#include "bench/rivals.h"

#include <algorithm>
#include <glm/gtc/matrix_inverse.hpp>

namespace marrow::bench {

std::vector<FlatCapsule> flat_capsules(const Skeleton& skeleton,
                                       const std::vector<glm::mat4>& bind) {
  std::vector<FlatCapsule> capsules;
  for (std::size_t j = 0; j < bind.size(); ++j) {
    const Joint& joint = skeleton.joints[j];
    const glm::vec3 start(bind[j][3]),
        along = glm::vec3(bind[j] * glm::vec4(joint.extent, 1.0f)) - start;
    const float length_squared = glm::dot(along, along), radius = std::max(joint.radius, 0.0f);
    capsules.push_back(
        {start, along, length_squared > 0.0f ? 1.0f / length_squared : 0.0f, radius * radius});
  }
  return capsules;
}

void scalar_find_joints(const std::vector<FlatCapsule>& capsules,
                        const std::vector<glm::vec3>& positions, FlatLists& lists) {
  lists.row_begin.clear();
  lists.joint.clear();
  lists.row_begin.push_back(0);
  for (const glm::vec3& position : positions) {
    for (std::uint32_t j = 0; j < capsules.size(); ++j) {
      const FlatCapsule& capsule = capsules[j];
      const glm::vec3 from_start = position - capsule.start;
      const float t = std::clamp(
          glm::dot(from_start, capsule.along) * capsule.inverse_length_squared, 0.0f, 1.0f);
      const glm::vec3 apart = from_start - t * capsule.along;
      if (glm::dot(apart, apart) < capsule.radius_squared) lists.joint.push_back(j);
    }
    lists.row_begin.push_back(std::uint32_t(lists.joint.size()));
  }
}

CourseSkin::CourseSkin(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                       const JointLists& lists)
    : skeleton_(skeleton), bind_(bind) {
  for (std::size_t i = 0; i < lists.size(); ++i) {
    for (const int joint : lists[i])
      joints_of_[unsigned(i)].push_back(&skeleton.joints[std::size_t(joint)]);
  }
}

static glm::vec3 closest_on_line_segment(const glm::vec3& start, const glm::vec3& end,
                                         const glm::vec3& point) {
  const glm::vec3 along = end - start;
  const float length_squared = glm::dot(along, along);
  if (length_squared == 0.0f) return start;
  return start + glm::clamp(glm::dot(point - start, along) / length_squared, 0.0f, 1.0f) * along;
}

void CourseSkin::skin(const std::vector<glm::mat4>& posed, const std::vector<glm::vec3>& positions,
                      const std::vector<glm::vec3>& normals, std::vector<Vertex>& out) const {
  std::vector<glm::mat4> joint_from_skeleton, skinning;
  for (std::size_t j = 0; j < bind_.size(); ++j) {
    joint_from_skeleton.push_back(glm::inverse(bind_[j]));
    skinning.push_back(posed[j] * joint_from_skeleton[j]);
  }

  out.clear();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto found = joints_of_.find(unsigned(i));
    if (found == joints_of_.end()) {
      out.push_back({positions[i], normals[i], std::uint32_t(i)});
      continue;
    }
    glm::mat4 blended(0.0f);
    float sum = 0.0f;
    for (const Joint* joint : found->second) {
      const auto j = std::size_t(joint - skeleton_.joints.data());
      const glm::vec3 local(joint_from_skeleton[j] * glm::vec4(positions[i], 1.0f));
      const glm::vec3 closest = closest_on_line_segment(glm::vec3(0.0f), joint->extent, local);
      const float weight = 1.0f / std::max(glm::distance(local, closest), 1e-6f);
      blended += weight * skinning[j];
      sum += weight;
    }
    blended *= 1.0f / sum;
    const glm::vec3 position(blended * glm::vec4(positions[i], 1.0f));
    const glm::vec3 normal = glm::inverseTranspose(glm::mat3(blended)) * normals[i];
    out.push_back({position, glm::normalize(normal), std::uint32_t(i)});
  }
}

}  // namespace marrow::bench
