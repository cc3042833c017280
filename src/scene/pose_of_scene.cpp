#include "scene/pose_of_scene.h"

#include "base/index.h"

namespace marrow {

namespace {

/// The joint with that id; tries `index` first. Null if none.
const Joint* joint_like(const Skeleton& skeleton, Id id, std::size_t index) {
  if (index < skeleton.joints.size() && skeleton.joints[index].id == id)
    return &skeleton.joints[index];
  const int there = joint_index(skeleton, id);
  return there < 0 ? nullptr : &skeleton.joints[at(there)];
}

}  // namespace

std::vector<float> weights_of(const Node& node) {
  std::vector<float> weights = node.morph_weights;
  if (node.mesh) weights.resize(node.mesh->morph_targets.size());
  return weights;
}

Scene with_pose(const Scene& scene, const Scene& posed) {
  Scene result = scene;
  for (std::size_t n = 0; n < result.nodes.size(); ++n) {
    Node& node = result.nodes[n];
    const Node* of = find_node(posed, node.id);
    if (of == nullptr) continue;
    node.local = of->local;
    if (node.mesh == of->mesh) node.morph_weights = of->morph_weights;
    if (!node.skeleton || !of->skeleton || node.skeleton == of->skeleton) continue;
    std::vector<Joint>& joints = edit_skeleton(result, static_cast<int>(n)).joints;
    for (std::size_t j = 0; j < joints.size(); ++j)
      if (const Joint* joint = joint_like(*of->skeleton, joints[j].id, j))
        joints[j].user_local = joint->user_local;
  }
  return result;
}

std::vector<Id> changed_poses(const Scene& before, const Scene& after) {
  std::vector<Id> posed;
  for (const Node& node : after.nodes) {
    const Node* old = find_node(before, node.id);
    if (old == nullptr) continue;
    const bool has_other_weights = node.mesh == old->mesh && weights_of(*old) != weights_of(node);
    if (old->local != node.local || has_other_weights) posed.push_back(node.id);
    if (!old->skeleton || !node.skeleton || old->skeleton == node.skeleton) continue;
    const std::vector<Joint>& joints = node.skeleton->joints;
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const Joint* joint = joint_like(*old->skeleton, joints[j].id, j);
      if (joint != nullptr && joint->user_local != joints[j].user_local)
        posed.push_back(joints[j].id);
    }
  }
  return posed;
}

}  // namespace marrow
