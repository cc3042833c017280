#include "app/viewport/viewport_menu.h"

#include <imgui.h>

#include "app/widgets/command_entry.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/menu.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/commands/keymap.h"
#include "editor/editor.h"

namespace marrow::app {
namespace {

void bind_entries(Session& session, const Node& node) {
  const Id mesh = node.id, bound_to = node.bound_to;
  if (!begin_menu("Bind to")) return;
  std::vector<std::pair<Id, std::string>> skeletons;
  for (const Node& other : session.document.scene().nodes)
    if (other.skeleton) skeletons.emplace_back(other.id, other.name);
  if (skeletons.empty()) ImGui::MenuItem("There is no skeleton yet", nullptr, false, false);
  for (const auto& [id, name] : skeletons)
    if (ImGui::MenuItem((as_shown(name) + "##" + std::to_string(id)).c_str(), nullptr,
                        id == bound_to) &&
        id != bound_to)
      perform(session, op::Bind{mesh, id});
  if (bound_to != kNoId) {
    ImGui::Separator();
    if (ImGui::MenuItem("Nothing (rigid)")) perform(session, op::Bind{mesh, kNoId});
  }
  end_menu();
}

void split_entries(Editor& editor) {
  if (!begin_menu("Split in")) return;
  for (const char* id : {"rig.split_2", "rig.split_3", "rig.split_4", "rig.split_5"})
    command_entry(editor, id);
  end_menu();
}

void joint_entries(Editor& editor) {
  command_entry(editor, "pose.reset");
  command_entry(editor, "rig.fit");
  ImGui::Separator();
  split_entries(editor);
  command_entry(editor, "rig.mirror_selected");
  ImGui::Separator();
  command_entry(editor, "rig.lock");
  command_entry(editor, "rig.hide");
  ImGui::Separator();
  command_entry(editor, "select.parent");
  command_entry(editor, "select.chain");
  ImGui::Separator();
  command_entry(editor, "edit.rename");
  command_entry(editor, "rig.rename_many");
  command_entry(editor, "edit.delete");
  command_entry(editor, "edit.delete_subtree");
}

void node_entries(Editor& editor, const Node& node) {
  const Id id = node.id;
  const bool has_mesh = node.mesh != nullptr, has_skeleton = node.skeleton != nullptr,
             visible = node.visible;
  if (has_mesh) bind_entries(editor, node);
  command_entry(editor, "rig.hang_on_joint");
  if (node.joint != kNoId) command_entry(editor, "rig.take_off_joint");
  if (has_skeleton) command_entry(editor, "pose.reset_all");
  if (ImGui::MenuItem(visible ? "Hide" : "Show")) perform(editor, op::SetVisible{id, !visible});
  ImGui::Separator();
  command_entry(editor, "edit.rename");
  command_entry(editor, "edit.delete");
}

}  // namespace

void draw_target_menu(Editor& editor, Id target) {
  if (const Node* node = find_node(editor.document.scene(), target)) {
    node_entries(editor, *node);
  } else if (find_joint(editor.document.scene(), target).node >= 0) {
    joint_entries(editor);
  }
}

void draw_viewport_menu(Editor& editor) {
  if (!ImGui::BeginPopup("##viewport_menu")) return;
  command_entry(editor, "view.frame");
  command_entry(editor, "view.frame_all");
  if (editor.document.active() != kNoId) {
    ImGui::Separator();
    draw_target_menu(editor, editor.document.active());
  }
  ImGui::Separator();
  for (const char* id :
       {"view.capsules", "view.joints", "view.uncovered", "view.heat", "view.xray"})
    command_entry(editor, id);
  ImGui::EndPopup();
}

}  // namespace marrow::app
