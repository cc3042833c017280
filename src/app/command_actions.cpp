#include "app/command_actions.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "app/theme.h"
#include "app/widgets.h"

namespace marrow::app {

namespace {

constexpr float kXrayOpacity = 0.35f;

const Joint& joint_at(const Scene& scene, const JointRef& ref) {
  return scene.nodes[static_cast<std::size_t>(ref.node)].skeleton->joints[static_cast<std::size_t>(ref.joint)];
}

std::string name_of(const Scene& scene, Id id) {
  if (const JointRef ref = find_joint(scene, id); ref.node >= 0) return joint_at(scene, ref).name;
  const Node* node = find_node(scene, id);
  return node != nullptr ? node->name : std::string();
}

Operation deletion_of(const Scene& scene, Id id, bool subtree) {
  if (find_joint(scene, id).node >= 0) return op::DeleteJoint{id, subtree};
  return op::DeleteNode{id};
}

bool exists(const Scene& scene, Id id) { return find_joint(scene, id).node >= 0 || find_node(scene, id) != nullptr; }

void say_deleted(Editor& editor, const std::string& what, std::uint32_t uncovered_before) {
  editor.deformer.update(editor.document.scene());
  const std::uint32_t uncovered = coverage(editor).uncovered;
  std::string text = "Deleted " + what;
  if (uncovered > uncovered_before)
    text += fmt::format(" \u2013 {} vertices more are uncovered", with_separators(uncovered - uncovered_before));
  say(editor, text + " \u00b7 Ctrl+Z brings it back");
}

void select_one(Editor& editor, Id id) {
  editor.document.select({id});
  editor.viewport.scroll_to = id;
  editor.wants_redraw = true;
}

}  // namespace

void delete_selected(Editor& editor, bool subtree) {
  const std::vector<Id> doomed = editor.document.selection();
  const std::uint32_t uncovered_before = coverage(editor).uncovered;
  const std::string what = doomed.size() == 1 ? name_of(editor.document.scene(), doomed.front()) : fmt::format("{} items", doomed.size());
  bool any = false;
  for (Id id : doomed)
    if (exists(editor.document.scene(), id)) any |= perform(editor, deletion_of(editor.document.scene(), id, subtree));
  if (any) say_deleted(editor, what, uncovered_before);
}

void select_parent(Editor& editor) {
  const Scene& scene = editor.document.scene();
  const Id active = editor.document.active();
  if (const JointRef ref = find_joint(scene, active); ref.node >= 0) {
    const int parent = joint_at(scene, ref).parent;
    return select_one(editor, parent >= 0 ? joint_at(scene, {ref.node, parent}).id : scene.nodes[static_cast<std::size_t>(ref.node)].id);
  }
  const Node* node = find_node(scene, active);
  if (node != nullptr && node->parent >= 0) select_one(editor, scene.nodes[static_cast<std::size_t>(node->parent)].id);
}

void select_child(Editor& editor) {
  const Scene& scene = editor.document.scene();
  const Id active = editor.document.active();
  if (const JointRef ref = find_joint(scene, active); ref.node >= 0) {
    for (const Joint& joint : scene.nodes[static_cast<std::size_t>(ref.node)].skeleton->joints)
      if (joint.parent == ref.joint) return select_one(editor, joint.id);
    return;
  }
  const int index = node_index(scene, active);
  if (index < 0) return;
  const Node& node = scene.nodes[static_cast<std::size_t>(index)];
  if (node.skeleton && !node.skeleton->joints.empty()) return select_one(editor, node.skeleton->joints.front().id);
  for (const Node& child : scene.nodes)
    if (child.parent == index) return select_one(editor, child.id);
}

void select_chain(Editor& editor) {
  const Scene& scene = editor.document.scene();
  const JointRef ref = find_joint(scene, editor.document.active());
  if (ref.node < 0) return;
  const Skeleton& skeleton = *scene.nodes[static_cast<std::size_t>(ref.node)].skeleton;
  std::vector<Id> chain = editor.document.selection();
  for (int joint = 0; joint < static_cast<int>(skeleton.joints.size()); ++joint) {
    const Id id = skeleton.joints[static_cast<std::size_t>(joint)].id;
    if (is_in_subtree(skeleton, ref.joint, joint) && std::find(chain.begin(), chain.end(), id) == chain.end()) chain.push_back(id);
  }
  editor.document.select(std::move(chain));
  editor.wants_redraw = true;
}

void select_all(Editor& editor) {
  std::vector<Id> all;
  const Skeleton* skeleton = skeleton_on_show(editor);
  if (editor.tab != Tab::layout && skeleton != nullptr) {
    for (const Joint& joint : skeleton->joints) all.push_back(joint.id);
  } else {
    for (const Node& node : editor.document.scene().nodes) all.push_back(node.id);
  }
  editor.document.select(std::move(all));
  editor.wants_redraw = true;
}

const Skeleton* skeleton_on_show(const Editor& editor) {
  const Node* node = find_node(editor.document.scene(), shown_skeleton(editor));
  return node != nullptr ? node->skeleton.get() : nullptr;
}

void reset_pose(Editor& editor, bool all) {
  const Skeleton* skeleton = skeleton_on_show(editor);
  if (skeleton == nullptr) return;
  std::vector<Id> joints;
  if (!all)
    for (Id id : editor.document.selection())
      if (joint_index(*skeleton, id) >= 0) joints.push_back(id);
  perform(editor, op::ResetPose{shown_skeleton(editor), std::move(joints)});
}

std::string free_pose_name(const Skeleton& skeleton) {
  for (std::size_t number = skeleton.poses.size() + 1;; ++number) {
    std::string name = fmt::format("Pose {}", number);
    const auto is_taken = [&](const Pose& pose) { return pose.name == name; };
    if (std::none_of(skeleton.poses.begin(), skeleton.poses.end(), is_taken)) return name;
  }
}

void store_pose(Editor& editor) {
  const Skeleton* skeleton = skeleton_on_show(editor);
  if (skeleton == nullptr) return;
  const std::string name = free_pose_name(*skeleton);
  if (perform(editor, op::StorePose{shown_skeleton(editor), name})) say(editor, "Stored this pose as \"" + name + "\"");
}

void set_falloff(Editor& editor, Falloff falloff) { perform(editor, op::SetFalloff{shown_skeleton(editor), falloff}); }

void change_ui_scale(Editor& editor, int steps) {
  const float stepped = std::round(editor.ui_scale * 10.0f + static_cast<float>(steps)) * 0.1f;
  const float scale = steps == 0 ? editor.shell.display_scale : std::clamp(stepped, kMinUiScale, kMaxUiScale);
  editor.ui_scale = scale;
  editor.shell.preferences.ui_scale = steps == 0 ? 0.0f : scale;
  say(editor, fmt::format("UI scale {:.0f} %", scale * 100.0f));
}

void toggle_xray(Editor& editor) {
  editor.show.mesh_opacity = editor.show.mesh_opacity < 1.0f ? 1.0f : kXrayOpacity;
  editor.wants_redraw = true;
}

}  // namespace marrow::app
