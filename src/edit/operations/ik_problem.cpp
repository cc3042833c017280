#include "edit/operations/ik_problem.h"

#include "edit/operations/shared.h"

namespace marrow {

std::vector<char> held_in(const Skeleton& skeleton, const std::vector<Id>& held) {
  std::vector<char> is_held(skeleton.joints.size(), 0);
  for (const Id id : held)
    for (int j = joint_index(skeleton, id); j >= 0; j = skeleton.joints[at(j)].parent)
      is_held[at(j)] = 1;
  return is_held;
}

std::vector<int> free_for(const Skeleton& skeleton, int joint, bool whole_body,
                          const std::vector<char>& is_held) {
  std::vector<int> free = ik_chain(skeleton, joint, whole_body);
  std::erase_if(free, [&](int j) { return is_held[at(j)] != 0; });
  return free;
}

std::string why_flat(const Scene& scene, int node, int joint) {
  const Skeleton& skeleton = *scene.nodes[at(node)].skeleton;
  std::vector<glm::mat4> posed;
  for (const Joint& each : skeleton.joints)
    posed.push_back((each.parent < 0 ? glm::mat4(1.0f) : posed[at(each.parent)]) * each.bind_local *
                    each.user_local);
  const Joint& tip = skeleton.joints[at(joint)];
  const std::string flat =
      singular_joint(skeleton, posed, world_from_node(scene, node), tip.parent);
  if (flat.empty()) return {};
  return fmt::format(
      "{0} cannot reach anywhere: {1} above it has a zero scale. Reset the pose of {1} first.",
      tip.name, flat);
}

std::string why_idle(const Joint& joint) {
  return fmt::format("{} cannot reach anywhere: no joint that would move its tip is free to turn.",
                     joint.name);
}

}  // namespace marrow
