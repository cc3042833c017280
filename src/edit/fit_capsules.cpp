#include "edit/fit_capsules.h"

#include <algorithm>

#include "edit/mirror.h"
#include "rig/bones.h"

namespace marrow {

Operation capsules_operation(const Scene& scene, Id skeleton, const CapsuleSettings& capsules,
                             std::string what) {
  op::Sequence steps;
  steps.what = std::move(what);
  const Node* node = find_node(scene, skeleton);
  if (node == nullptr || !node->skeleton) return steps;
  const Skeleton& old = *node->skeleton;
  const SkeletonChoices choices =
      SkeletonChoices{.falloff = capsules.falloff, .metric = capsules.metric}.differing_from(old);
  if (choices != SkeletonChoices())
    steps.operations.push_back(
        op::SetSkeletonChoices{.skeleton_node = skeleton, .choices = choices});
  std::vector<Id> joints;
  std::vector<Radii> radii;
  for (std::size_t j = 0; j < old.joints.size() && j < capsules.radii.size(); ++j) {
    const Joint& joint = old.joints[j];
    if (joint.locked || joint.radii() == capsules.radii[j]) continue;
    joints.push_back(joint.id);
    radii.push_back(capsules.radii[j]);
  }
  if (!joints.empty()) steps.operations.push_back(op::SetRadius::to(std::move(joints), radii));
  for (const Node& mesh : scene.nodes)
    if (mesh.mesh && mesh.bound_to == skeleton && mesh.explicit_weights)
      steps.operations.push_back(op::UseExplicitWeights{.mesh_node = mesh.id, .use = false});
  return steps;
}

std::vector<std::pair<int, int>> even_sides(const Scene& scene, Id skeleton_node) {
  constexpr float kUneven = 0.02f;
  const Node* node = find_node(scene, skeleton_node);
  if (node == nullptr || !node->skeleton) return {};
  const Skeleton& skeleton = *node->skeleton;
  const std::vector<glm::mat4> bind = tasks_of(Backend::fast).bind_matrices(skeleton);
  const std::vector<Bone> bones = bones_of(skeleton, bind);
  Bounds bounds;
  for (const Bone& bone : bones) bounds.add(bone.start), bounds.add(bone.end);
  const MirrorPairs pairs = mirror_pairs(skeleton, bind);
  const glm::mat4 mirror(reflection(pairs));
  const auto apart = [&](const glm::vec3& left, const glm::vec3& right) {
    return glm::distance(left, glm::vec3(mirror * glm::vec4(right, 1.0f)));
  };
  std::vector<std::pair<int, int>> sides;
  for (std::size_t j = 0; j < bones.size(); ++j) {
    if (pairs.other[j] < 0 || !is_left_name(skeleton.joints[j].name).value_or(false)) continue;
    const Bone& other = bones[std::size_t(pairs.other[j])];
    if (std::max(apart(bones[j].start, other.start), apart(bones[j].end, other.end)) <=
        kUneven * bounds.diagonal())
      sides.emplace_back(int(j), pairs.other[j]);
  }
  return sides;
}

}  // namespace marrow
