#include "edit/locks.h"

#include <type_traits>

#include "edit/operations.h"

namespace marrow {
namespace {

template <typename Alternative, typename... Others>
constexpr bool is_one_of = (std::is_same_v<Alternative, Others> || ...);

std::vector<Id> with_all_below(const Scene& scene, Id top) {
  const JointRef ref = find_joint(scene, top);
  std::vector<Id> ids;
  if (ref.node < 0) return ids;
  const Skeleton& skeleton = *scene.nodes[at(ref.node)].skeleton;
  for (int j = ref.joint; j < static_cast<int>(skeleton.joints.size()); ++j)
    if (is_in_subtree(skeleton, ref.joint, j)) ids.push_back(skeleton.joints[at(j)].id);
  return ids;
}

/// The ids that an alternative lists, as they stand there.
struct Listed {
  const Scene& scene;

  std::vector<Id> operator()(const op::ApplyIncrement& operation) const { return operation.targets; }
  std::vector<Id> operator()(const op::SetUserLocal& operation) const {
    std::vector<Id> ids;
    for (const Pose::Entry& entry : operation.entries) ids.push_back(entry.joint);
    return ids;
  }
  std::vector<Id> operator()(const op::Reach& operation) const {
    std::vector<Id> ids;
    for (const op::Reach::Handle& handle : operation.handles) ids.push_back(handle.joint);
    return ids;
  }
  std::vector<Id> operator()(const op::MirrorJoint& operation) const { return {operation.from, operation.to}; }
  std::vector<Id> operator()(const op::AddJoint& operation) const { return {operation.parent}; }
  std::vector<Id> operator()(const op::ReparentJoint& operation) const { return {operation.joint, operation.new_parent}; }
  std::vector<Id> operator()(const op::Rename& operation) const { return {operation.target}; }
  std::vector<Id> operator()(const op::DeleteJoint& operation) const {
    return operation.subtree ? with_all_below(scene, operation.joint) : std::vector<Id>{operation.joint};
  }
  std::vector<Id> operator()(const op::Sequence& operation) const {
    std::vector<Id> ids;
    for (const Operation& part : operation.operations)
      for (const Id id : named_by(scene, part)) ids.push_back(id);
    return ids;
  }
  /// The others have a field `joint`, or `joints`, or name none.
  template <typename Alternative>
  std::vector<Id> operator()(const Alternative& operation) const {
    if constexpr (requires { operation.joints; }) {
      return operation.joints;
    } else if constexpr (requires { operation.joint; }) {
      return {operation.joint};
    } else {
      return {};
    }
  }
};

const Joint& joint_of(const Scene& scene, const NamedJoint& named) { return scene.nodes[at(named.node)].skeleton->joints[at(named.joint)]; }

bool is_free_of_locks(const Operation& operation) {
  return std::visit([]<typename Alternative>(
                        const Alternative&) { return is_one_of<Alternative, op::SetLocked, op::Rename, op::RenameJoints, op::Sequence>; },
                    operation);
}

/// Edits of every joint of a skeleton, whether or not some are listed: what is listed is known to be unlocked by then.
bool is_of_whole_skeleton(const Operation& operation) {
  return std::visit([]<typename Alternative>(
                        const Alternative&) { return is_one_of<Alternative, op::ResetPose, op::ApplyPose, op::SetReach, op::Reach>; },
                    operation);
}

}  // namespace

std::vector<Id> named_by(const Scene& scene, const Operation& operation) {
  const NamedJoints named = named_joints(scene, std::visit(Listed{scene}, operation));
  std::vector<Id> ids;
  for (const NamedJoint& joint : named.joints) ids.push_back(joint_of(scene, joint).id);
  return ids;
}

std::string why_locked(const Scene& scene, const Operation& operation) {
  if (is_free_of_locks(operation)) return {};
  std::string first;
  int count = 0;
  for (const NamedJoint& named : named_joints(scene, std::visit(Listed{scene}, operation)).joints) {
    const Joint& joint = joint_of(scene, named);
    if (joint.locked && count++ == 0) first = joint.name;
  }
  if (count == 0) return {};
  if (count == 1) return fmt::format("{} is locked: unlock it in the tree first.", first);
  return fmt::format("{} and {} more are locked: unlock them in the tree first.", first, count - 1);
}

void keep_locked(const Scene& before, const Operation& operation, Scene& after) {
  if (!is_of_whole_skeleton(operation)) return;
  for (std::size_t n = 0; n < after.nodes.size(); ++n) {
    const bool is_new = n >= before.nodes.size() || !before.nodes[n].skeleton;
    if (is_new || after.nodes[n].skeleton == before.nodes[n].skeleton) continue;
    const std::vector<Joint>& old = before.nodes[n].skeleton->joints;
    std::vector<Joint>& joints = edit_skeleton(after, static_cast<int>(n)).joints;
    for (std::size_t j = 0; j < joints.size(); ++j) {
      if (!old[j].locked) continue;
      joints[j].user_local = old[j].user_local;
      joints[j].radius = old[j].radius;
    }
  }
}

}  // namespace marrow
