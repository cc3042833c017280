#include "edit/operations/name_operations.h"

#include <unordered_set>

#include "edit/name_rules.h"
#include "edit/operations/shared.h"

namespace marrow {

Applied op::RenameJoints::applied(const Scene& scene, const Tasks&) const {
  if (names.size() != joints.size())
    return refused("{} names were given for {} joints: expected one per joint.", names.size(),
                   joints.size());
  const NamedJoints named = named_joints(scene, joints);
  if (named.missing != kNoId) return refused_missing("joint", named.missing);
  Scene result = scene;
  for (const std::vector<NamedJoint>& part : by_skeleton(named.joints)) {
    Skeleton& skeleton = edit_skeleton(result, part.front().node);
    for (const NamedJoint& joint : part) {
      const std::string& name = names[joint.place];
      if (std::string why = why_bad_name(name); !why.empty()) return {std::nullopt, std::move(why)};
      skeleton.joints[at(joint.joint)].name = name;
    }
    std::unordered_set<std::string> taken;
    for (const Joint& joint : skeleton.joints)
      if (!taken.insert(joint.name).second)
        return refused("Two joints of this skeleton would be called {}; nothing was renamed.",
                       joint.name);
  }
  return {std::move(result), {}};
}

std::string op::RenameJoints::label(const Scene& before) const {
  if (joints.size() == 1 && names.size() == 1) return Rename{joints[0], names[0]}.label(before);
  return "Rename " + names_of(before, joints);
}

void op::RenameJoints::line(Line& line) {
  line.word("rename-joints");
  line.ids(joints);
  line.word("to");
  line.list(names, "none", [&](std::string& name) { line.text(name); });
}

Applied op::Rename::applied(const Scene& scene, const Tasks&) const {
  const int node = node_index(scene, target);
  const JointRef joint = find_joint(scene, target);
  if (node < 0 && joint.node < 0) return refused_missing("object or joint", target);
  if (std::string why = why_bad_name(name); !why.empty()) return {std::nullopt, std::move(why)};
  Scene result = scene;
  if (node >= 0) {
    result.nodes[at(node)].name = name;
    return {std::move(result), {}};
  }
  const int namesake = joint_index(*scene.nodes[at(joint.node)].skeleton, name);
  if (namesake >= 0 && namesake != joint.joint)
    return refused("Another joint of this skeleton is called {} already.", name);
  edit_skeleton(result, joint.node).joints[at(joint.joint)].name = name;
  return {std::move(result), {}};
}

std::string op::Rename::label(const Scene& before) const {
  return "Rename " + shown_name(before, target) + " to " + name;
}

void op::Rename::line(Line& line) {
  line.id("rename", target);
  line.text("to", name);
}

Applied op::SetLocked::applied(const Scene& scene, const Tasks&) const {
  return with_joints(scene, joints, [&](Joint& joint, std::size_t) {
    joint.locked = locked;
    return std::string();
  });
}

std::string op::SetLocked::label(const Scene& before) const {
  return (locked ? "Lock " : "Unlock ") + names_of(before, joints);
}

void op::SetLocked::line(Line& line) {
  line.choice(locked, "lock", "unlock");
  line.ids(joints);
}

}  // namespace marrow
