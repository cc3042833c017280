#include "editor/posed_joints.h"

#include "base/index.h"
#include "editor/session.h"

namespace marrow {
namespace {

/// The deformer's skeleton that has the joint, and the joint's index; nullptr if none has it.
std::pair<const PosedSkeleton*, std::size_t> posed_joint(const Session& session, Id joint) {
  const JointRef ref = find_joint(session.document.scene(), joint);
  if (ref.node < 0) return {};
  const Id node = session.document.scene().nodes[at(ref.node)].id;
  return {session.deformer.skeleton(node), at(ref.joint)};
}

}  // namespace

std::optional<GizmoFrames> joint_frames(const Session& session, Id joint) {
  const std::optional<glm::mat4> world = world_from_joint(session, joint);
  if (!world) return std::nullopt;
  const PosedSkeleton& posed = *posed_joint(session, joint).first;
  const Joint& rest = *joint_of(session.document.scene(), joint);
  GizmoFrames frames;
  frames.parent = posed.world_from_skeleton;
  if (rest.parent >= 0) frames.parent = frames.parent * posed.posed[at(rest.parent)];
  frames.own = frames.parent * rest.bind_local;
  frames.own[3] = frames.parent[3] = (*world)[3];
  return frames;
}

std::optional<glm::mat4> world_from_joint(const Session& session, Id joint) {
  const auto [posed, index] = posed_joint(session, joint);
  if (!posed || index >= posed->posed.size()) return std::nullopt;
  return posed->world_from_skeleton * posed->posed[index];
}

std::vector<Id> meshes_with_file_weights(const Scene& scene, Id skeleton) {
  std::vector<Id> meshes;
  for (const Node& node : scene.nodes)
    if (node.mesh && node.mesh->weights && node.explicit_weights && node.bound_to == skeleton)
      meshes.push_back(node.id);
  return meshes;
}

std::uint32_t captured_by(const Session& session, Id joint) {
  const auto [posed, index] = posed_joint(session, joint);
  return posed && index < posed->captured.size() ? posed->captured[index] : 0;
}

std::optional<view::WorldCapsule> world_capsule(const Session& session, Id joint) {
  for (const view::WorldCapsule& capsule :
       view::world_capsules(session.document.scene(), session.deformer))
    if (capsule.joint == joint) return capsule;
  return std::nullopt;
}

}  // namespace marrow
