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

std::vector<std::pair<int, int>> even_sides(const Scene& scene, Id skeleton) {
  constexpr float kUneven = 0.02f;
  std::vector<std::pair<int, int>> sides;
  const Node* node = find_node(scene, skeleton);
  if (node == nullptr || !node->skeleton) return sides;
  Deformer deformer = Deformer::with(tasks_of(Backend::fast));
  deformer.update(scene);
  Bounds bounds;
  for (const Bone& bone : bones_of(*node->skeleton, deformer.skeleton(skeleton)->bind))
    bounds.add(bone.start), bounds.add(bone.end);
  for (const SideRow& row : side_report(scene, deformer, skeleton)) {
    if (row.right == kNoId || std::max(row.position, row.tip) > kUneven * bounds.diagonal())
      continue;
    sides.emplace_back(joint_index(*node->skeleton, row.left),
                       joint_index(*node->skeleton, row.right));
  }
  return sides;
}

}  // namespace marrow
