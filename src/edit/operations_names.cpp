// Names and locks: edits of many joints that move nothing.
#include <unordered_set>

#include "edit/names.h"
#include "edit/operations.h"

namespace marrow {

Applied applied(const Scene& scene, const op::RenameJoints& operation, const Tasks&) {
  if (operation.names.size() != operation.joints.size()) {
    return refused("{} names were given for {} joints: expected one a joint.", operation.names.size(), operation.joints.size());
  }
  const NamedJoints named = named_joints(scene, operation.joints);
  if (named.missing != kNoId) return refused_missing("joint", named.missing);
  Scene result = scene;
  for (const std::vector<NamedJoint>& joints : by_skeleton(named.joints)) {
    Skeleton& skeleton = edit_skeleton(result, joints.front().node);
    for (const NamedJoint& joint : joints) {
      const std::string& name = operation.names[joint.place];
      if (std::string why = why_bad_name(name); !why.empty()) return {std::nullopt, std::move(why)};
      skeleton.joints[at(joint.joint)].name = name;
    }
    std::unordered_set<std::string> taken;
    for (const Joint& joint : skeleton.joints)
      if (!taken.insert(joint.name).second)
        return refused("Two joints of this skeleton would be called {}; nothing was renamed.", joint.name);
  }
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::SetLocked& operation, const Tasks&) {
  const NamedJoints named = named_joints(scene, operation.joints);
  if (named.missing != kNoId) return refused_missing("joint", named.missing);
  Scene result = scene;
  for (const std::vector<NamedJoint>& joints : by_skeleton(named.joints)) {
    Skeleton& skeleton = edit_skeleton(result, joints.front().node);
    for (const NamedJoint& joint : joints) skeleton.joints[at(joint.joint)].locked = operation.locked;
  }
  return {std::move(result), {}};
}

}  // namespace marrow
