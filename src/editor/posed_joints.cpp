#include "editor/posed_joints.h"

#include "editor/session.h"

namespace marrow {

std::optional<Stand> joint_stand(const Session& session, Id joint) {
  const Scene& scene = session.document.scene();
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return std::nullopt;
  const Node& node = scene.nodes[std::size_t(ref.node)];
  const PosedSkeleton* posed = session.deformer.skeleton(node.id);
  if (!posed || std::size_t(ref.joint) >= posed->posed.size()) return std::nullopt;
  const Joint& at = node.skeleton->joints[std::size_t(ref.joint)];
  Stand stand;
  stand.parent = posed->world_from_skeleton;
  if (at.parent >= 0) stand.parent = stand.parent * posed->posed[std::size_t(at.parent)];
  stand.own = stand.parent * at.bind_local;
  stand.own[3] = stand.parent[3] =
      (posed->world_from_skeleton * posed->posed[std::size_t(ref.joint)])[3];
  return stand;
}

std::optional<glm::mat4> world_from_joint(const Session& session, Id joint) {
  const Scene& scene = session.document.scene();
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return std::nullopt;
  const PosedSkeleton* posed = session.deformer.skeleton(scene.nodes[std::size_t(ref.node)].id);
  if (!posed || std::size_t(ref.joint) >= posed->posed.size()) return std::nullopt;
  return posed->world_from_skeleton * posed->posed[std::size_t(ref.joint)];
}

std::vector<Id> meshes_with_file_weights(const Scene& scene, Id skeleton) {
  std::vector<Id> meshes;
  for (const Node& node : scene.nodes)
    if (node.mesh && node.mesh->weights && node.explicit_weights && node.bound_to == skeleton)
      meshes.push_back(node.id);
  return meshes;
}

std::uint32_t captured_by(const Session& session, Id joint) {
  const Scene& scene = session.document.scene();
  const JointRef ref = find_joint(scene, joint);
  const PosedSkeleton* posed =
      ref.node < 0 ? nullptr : session.deformer.skeleton(scene.nodes[std::size_t(ref.node)].id);
  return posed && std::size_t(ref.joint) < posed->captured.size()
             ? posed->captured[std::size_t(ref.joint)]
             : 0;
}

std::optional<view::WorldCapsule> world_capsule(const Session& session, Id joint) {
  for (const view::WorldCapsule& capsule :
       view::world_capsules(session.document.scene(), session.deformer))
    if (capsule.joint == joint) return capsule;
  return std::nullopt;
}

}  // namespace marrow
