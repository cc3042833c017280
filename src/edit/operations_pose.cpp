// The pose side: everything that changes Ul, and the stored poses.
#include <algorithm>

#include "edit/names.h"
#include "edit/operations.h"

namespace marrow {
namespace {

/// Joints of one skeleton that stand below no other joint of the list.
std::vector<int> top_most(const Skeleton& skeleton, const std::vector<NamedJoint>& joints) {
  std::vector<char> is_named(skeleton.joints.size(), 0);
  for (const NamedJoint& joint : joints) is_named[at(joint.joint)] = 1;
  std::vector<char> is_below(skeleton.joints.size(), 0);
  std::vector<int> top;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    const int parent = skeleton.joints[j].parent;
    is_below[j] = parent >= 0 && (is_below[at(parent)] || is_named[at(parent)]);
    if (is_named[j] && !is_below[j]) top.push_back(static_cast<int>(j));
  }
  return top;
}

/// Ul' = L^-1 W_p^-1 U W for the top-most of one skeleton's joints. A reason when one of them cannot move.
std::string move_joints(Scene& scene, const std::vector<NamedJoint>& joints, const glm::mat4& increment, const Tasks& tasks) {
  const int node = joints.front().node;
  const glm::mat4 world_from_skeleton = world_from_node(scene, node);
  Skeleton& skeleton = edit_skeleton(scene, node);
  const std::vector<glm::mat4> posed = posed_of(skeleton, tasks);
  for (const int j : top_most(skeleton, joints)) {
    Joint& joint = skeleton.joints[at(j)];
    if (const std::string flat = singular_joint(skeleton, posed, world_from_skeleton, joint.parent); !flat.empty()) {
      return fmt::format("{0} cannot move: {1} above it has a zero scale. Reset the pose of {1} first.", joint.name, flat);
    }
    const glm::mat4 parent_posed = world_from_parent(skeleton, posed, world_from_skeleton, j);
    const glm::mat4 user_local =
        tasks.user_local_after_increment(joint.bind_local, parent_posed, world_from_skeleton * posed[at(j)], increment);
    joint.user_local = without_rounding(user_local);
    if (!is_usable(joint.user_local)) return fmt::format("{} cannot move there: the numbers get too large.", joint.name);
  }
  return {};
}

Applied incremented_joints(const Scene& scene, const op::ApplyIncrement& operation, const Tasks& tasks) {
  const NamedJoints named = named_joints(scene, operation.targets);
  if (named.missing != kNoId && find_node(scene, named.missing)) {
    return refused("Joints and objects cannot be moved in one go: select only joints or only objects.");
  }
  if (named.missing != kNoId) return refused_missing("joint", named.missing);
  if (operation.increment == glm::mat4(1.0f)) return {scene, {}};
  Scene result = scene;
  for (const std::vector<NamedJoint>& joints : by_skeleton(named.joints)) {
    if (std::string why = move_joints(result, joints, operation.increment, tasks); !why.empty()) return {std::nullopt, std::move(why)};
  }
  return {std::move(result), {}};
}

Applied refused_pose(const Node& node, const std::string& name) { return refused("\"{}\" has no pose called \"{}\".", node.name, name); }

template <typename Poses>
auto pose_of(Poses& poses, const std::string& name) {
  return std::find_if(poses.begin(), poses.end(), [&](const Pose& pose) { return pose.name == name; });
}

std::vector<Id> ids_of(const std::vector<Pose::Entry>& entries) {
  std::vector<Id> ids;
  ids.reserve(entries.size());
  for (const Pose::Entry& entry : entries) ids.push_back(entry.joint);
  return ids;
}

}  // namespace

Applied applied(const Scene& scene, const op::ApplyIncrement& operation, const Tasks& tasks) {
  if (operation.targets.empty()) return refused("Nothing is selected: select a joint or an object first.");
  if (!is_usable(operation.increment)) return refused("The movement is not a finite number; nothing was moved.");
  if (find_node(scene, operation.targets.front())) return incremented_nodes(scene, operation);
  return incremented_joints(scene, operation, tasks);
}

Applied applied(const Scene& scene, const op::SetUserLocal& operation, const Tasks&) {
  const NamedJoints named = named_joints(scene, ids_of(operation.entries));
  if (named.missing != kNoId) return refused_missing("joint", named.missing);
  Scene result = scene;
  for (const std::vector<NamedJoint>& joints : by_skeleton(named.joints)) {
    Skeleton& skeleton = edit_skeleton(result, joints.front().node);
    for (const NamedJoint& named_joint : joints) {
      Joint& joint = skeleton.joints[at(named_joint.joint)];
      const glm::mat4& user_local = operation.entries[named_joint.place].user_local;
      if (!is_usable(user_local)) return refused("The pose of {} needs finite numbers; it stays as it was.", joint.name);
      joint.user_local = user_local;
    }
  }
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::ResetPose& operation, const Tasks& tasks) {
  op::SetUserLocal rest;
  for (const Id joint : operation.joints) rest.entries.push_back({joint, glm::mat4(1.0f)});
  if (!rest.entries.empty()) return applied(scene, rest, tasks);

  const SkeletonNode found = skeleton_node(scene, operation.skeleton_node);
  if (found.node < 0) return found.refusal;
  Scene result = scene;
  for (Joint& joint : edit_skeleton(result, found.node).joints) joint.user_local = glm::mat4(1.0f);
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::StorePose& operation, const Tasks&) {
  const SkeletonNode found = skeleton_node(scene, operation.skeleton_node);
  if (found.node < 0) return found.refusal;
  if (std::string why = why_bad_name(operation.name); !why.empty()) return {std::nullopt, std::move(why)};
  Scene result = scene;
  Skeleton& skeleton = edit_skeleton(result, found.node);
  Pose pose{operation.name, {}};
  for (const Joint& joint : skeleton.joints) pose.entries.push_back({joint.id, joint.user_local});
  const auto old = pose_of(skeleton.poses, operation.name);
  if (old == skeleton.poses.end()) {
    skeleton.poses.push_back(std::move(pose));
  } else {
    *old = std::move(pose);
  }
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::ApplyPose& operation, const Tasks&) {
  const SkeletonNode found = skeleton_node(scene, operation.skeleton_node);
  if (found.node < 0) return found.refusal;
  Scene result = scene;
  Skeleton& skeleton = edit_skeleton(result, found.node);
  const auto pose = pose_of(skeleton.poses, operation.name);
  if (pose == skeleton.poses.end()) return refused_pose(scene.nodes[at(found.node)], operation.name);
  // Joints that were deleted since are left out; joints that the pose does not name keep what they have.
  for (const NamedJoint& named : named_joints(scene, ids_of(pose->entries)).joints) {
    if (named.node == found.node) skeleton.joints[at(named.joint)].user_local = pose->entries[named.place].user_local;
  }
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::DeletePose& operation, const Tasks&) {
  const SkeletonNode found = skeleton_node(scene, operation.skeleton_node);
  if (found.node < 0) return found.refusal;
  Scene result = scene;
  Skeleton& skeleton = edit_skeleton(result, found.node);
  const auto pose = pose_of(skeleton.poses, operation.name);
  if (pose == skeleton.poses.end()) return refused_pose(scene.nodes[at(found.node)], operation.name);
  skeleton.poses.erase(pose);
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::RenamePose& operation, const Tasks&) {
  const SkeletonNode found = skeleton_node(scene, operation.skeleton_node);
  if (found.node < 0) return found.refusal;
  if (std::string why = why_bad_name(operation.new_name); !why.empty()) return {std::nullopt, std::move(why)};
  Scene result = scene;
  Skeleton& skeleton = edit_skeleton(result, found.node);
  const auto pose = pose_of(skeleton.poses, operation.name);
  if (pose == skeleton.poses.end()) return refused_pose(scene.nodes[at(found.node)], operation.name);
  const auto namesake = pose_of(skeleton.poses, operation.new_name);
  if (namesake != skeleton.poses.end() && namesake != pose) return refused("Another pose is called \"{}\" already.", operation.new_name);
  pose->name = operation.new_name;
  return {std::move(result), {}};
}

}  // namespace marrow
