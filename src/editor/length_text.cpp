#include "editor/length_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/index.h"

namespace marrow {

int length_digits(float size) {
  if (!(size > 0.0f) || !std::isfinite(size)) return 3;
  return std::clamp(3 - int(std::floor(std::log10(size))), 0, 9);
}

std::string length_text(float length, float size) {
  return fmt::format("{:.{}f}", length, length_digits(size));
}

float skeleton_size(const Scene& scene, Id joint_or_node) {
  const int owner = find_joint(scene, joint_or_node).node,
            node = owner >= 0 ? owner : node_index(scene, joint_or_node);
  const bool has_skeleton = node >= 0 && scene.nodes[at(node)].skeleton;
  return has_skeleton ? skeleton_size(*scene.nodes[at(node)].skeleton) : 1.0f;
}

float skeleton_size(const Skeleton& skeleton) {
  const std::vector<Joint>& joints = skeleton.joints;
  std::vector<float> ways(joints.size(), 0.0f);  // lengths along the bones to the joints' origins
  float longest = 0.0f;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const int parent = joints[j].parent;
    ways[j] =
        glm::length(glm::vec3(joints[j].bind_local[3])) + (parent >= 0 ? ways[at(parent)] : 0.0f);
    longest = std::max(longest, ways[j] + glm::length(joints[j].extent));
  }
  return longest > 0.0f ? longest : 1.0f;
}

}  // namespace marrow
