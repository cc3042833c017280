
#include <imgui.h>

#include "app/viewport/viewport.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/menu.h"
#include "app/widgets/widgets.h"
#include "editor/commands/command_registry.h"
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

void joint_entries(Editor& editor) {
  command_entries(editor, {"pose.reset", "rig.fit", ""});
  if (begin_menu("Split in")) {
    command_entries(editor, {"rig.split_2", "rig.split_3", "rig.split_4", "rig.split_5"});
    end_menu();
  }
  command_entries(editor, {"rig.mirror_selected", "", "rig.lock", "rig.hide", "", "select.parent",
                           "select.chain", "", "edit.rename", "rig.rename_many", "edit.delete",
                           "edit.delete_subtree"});
}

void node_entries(Editor& editor, const Node& node) {
  // Read first, because an entry may replace the scene.
  const Id id = node.id;
  const bool has_skeleton = node.skeleton != nullptr, is_prop = node.joint != kNoId,
             visible = node.visible;
  if (node.mesh) bind_entries(editor, node);
  command_entry(editor, "rig.hang_on_joint");
  if (is_prop) command_entry(editor, "rig.take_off_joint");
  if (has_skeleton) command_entry(editor, "pose.reset_all");
  if (ImGui::MenuItem(visible ? "Hide" : "Show")) perform(editor, op::SetVisible{id, !visible});
  command_entries(editor, {"", "edit.rename", "edit.delete"});
}

}  // namespace

void draw_target_menu(Editor& editor, Id target) {
  if (const Node* node = find_node(editor.document.scene(), target))
    node_entries(editor, *node);
  else if (find_joint(editor.document.scene(), target).node >= 0)
    joint_entries(editor);
}

void draw_viewport_menu(Editor& editor) {
  if (!ImGui::BeginPopup("##viewport_menu")) return;
  command_entries(editor, {"view.frame", "view.frame_all"});
  if (editor.document.active() != kNoId) {
    ImGui::Separator();
    draw_target_menu(editor, editor.document.active());
  }
  command_entries(editor,
                  {"", "view.capsules", "view.joints", "view.uncovered", "view.heat", "view.xray"});
  ImGui::EndPopup();
}

}  // namespace marrow::app
