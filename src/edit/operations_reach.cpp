// Inverse kinematics as an edit, and what it keeps to: pins and limits.
#include "edit/operations.h"

namespace marrow {

Applied applied(const Scene&, const op::Reach&, const Tasks&) { return refused("Inverse kinematics is not there yet."); }

Applied applied(const Scene& scene, const op::SetPinned& operation, const Tasks&) {
  const NamedJoints named = named_joints(scene, operation.joints);
  if (named.missing != kNoId) return refused_missing("joint", named.missing);
  Scene result = scene;
  for (const std::vector<NamedJoint>& joints : by_skeleton(named.joints)) {
    Skeleton& skeleton = edit_skeleton(result, joints.front().node);
    for (const NamedJoint& joint : joints) skeleton.joints[at(joint.joint)].pinned = operation.pinned;
  }
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::SetLimits& operation, const Tasks&) {
  const JointRef ref = find_joint(scene, operation.joint);
  if (ref.node < 0) return refused_missing("joint", operation.joint);
  Scene result = scene;
  edit_skeleton(result, ref.node).joints[at(ref.joint)].limits = operation.limits;
  return {std::move(result), {}};
}

}  // namespace marrow
