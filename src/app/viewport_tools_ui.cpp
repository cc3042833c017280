// The tool strip at the left edge of the picture and the options of the present tool beside the mode word.
#include <algorithm>

#include "app/keymap.h"
#include "app/theme.h"
#include "app/viewport_drag.h"
#include "app/viewport_gizmo.h"
#include "app/viewport_hud.h"
#include "app/widgets.h"

namespace marrow::app {
namespace {

struct ToolLook {
  const char* icon;
  const char* command;  ///< what its tooltip quotes; nullptr: words of its own
  const char* words;
};

ToolLook look_of(Tool tool) {
  switch (tool) {
    case Tool::move:
      return {icon::kMove, "tool.move", "move"};
    case Tool::rotate:
      return {icon::kRotate, "tool.rotate", "rotate"};
    case Tool::scale:
      return {icon::kScale, "tool.scale", "scale"};
    case Tool::radius:
      return {icon::kRadius, nullptr, "Radius (S)\nDrag a capsule's edge: how far the joint reaches."};
    case Tool::add_joint:
      return {icon::kPlus, "rig.add_joint", "add"};
    case Tool::select:
      break;
  }
  return {icon::kPointer, nullptr, "Select\nClick, Shift+click adds, Ctrl+click takes away; drag a box. No handles in the way."};
}

std::string tip_of(const Editor& editor, const ToolLook& look) { return look.command ? command_tooltip(editor, command(look.command)) : look.words; }

void draw_orientation(Editor& editor) {
  const bool world = editor.orientation == GizmoOrientation::world;
  if (begin_choice("##orientation", world ? "World axes" : "Own axes", px(112))) {
    if (ImGui::Selectable("World axes", world)) editor.orientation = GizmoOrientation::world;
    if (ImGui::Selectable("Own axes", !world)) editor.orientation = GizmoOrientation::joint;
    ImGui::EndCombo();
  }
  tooltip("Along which axes the handles run: the world's, or those of what is selected ( , )");
}

void draw_end_choice(Editor& editor) {
  RigEnd& end = editor.viewport.rig_end;
  ImGui::SameLine(0.0f, px(8));
  if (begin_choice("##end", end == RigEnd::tip ? "Moves tip" : "Moves base", px(112))) {
    if (ImGui::Selectable("Moves tip", end == RigEnd::tip)) end = RigEnd::tip;
    if (ImGui::Selectable("Moves base", end == RigEnd::base)) end = RigEnd::base;
    ImGui::EndCombo();
  }
  tooltip("Which end of the bone the handles hold. A click on the other end's dot changes it too.");
  if (end == RigEnd::base) return;
  ImGui::SameLine(0.0f, px(8));
  ImGui::Checkbox("Children ride", &editor.children_ride);
  tooltip("Bones that hang on this one come along with its tip; otherwise they keep their place.");
}

/// A small switch on the picture, lit while it is on.
void draw_symmetry(Editor& editor) {
  const bool is_on = editor.is_symmetric;
  ImGui::PushStyleColor(ImGuiCol_Button, is_on ? colors().accent : colors().plate);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, is_on ? colors().accent_hover : colors().raised_hover);
  if (ImGui::Button("Symmetric")) run_command(editor, "rig.symmetric");
  ImGui::PopStyleColor(2);
  tooltip(command_tooltip(editor, command("rig.symmetric")).c_str());
}

}  // namespace

void draw_tool_strip(Editor& editor, const Area& area) {
  const float side = px(32), gap = px(6), margin = px(12);
  ImVec2 at{area.low.x + margin, area.low.y + px(52)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const Tool tool : tools_of(editor.tab)) {
    if (at.y + side > area.high().y - margin) break;
    const ToolLook look = look_of(tool);
    list.AddRectFilled(at, {at.x + side, at.y + side}, colors().plate, px(6));
    ImGui::SetCursorScreenPos(at);
    if (icon_button(look.words, look.icon, tip_of(editor, look).c_str(), editor.tool == tool, 32.0f)) set_tool(editor, tool);
    at.y += side + gap;
  }
}

void draw_tool_options(Editor& editor, const Area& area) {
  const bool has_handles = editor.tool != Tool::select && editor.tool != Tool::radius && editor.tool != Tool::add_joint;
  const bool has_symmetry = editor.tab == Tab::rig && editor.tool == Tool::radius;
  if (is_dragging(editor) || (!has_handles && !has_symmetry)) return;
  ImGui::PushFont(fonts().title);
  const float word = ImGui::CalcTextSize(mode_word(editor.tab)).x;
  ImGui::PopFont();
  ImGui::SetCursorScreenPos({area.low.x + px(12) + std::max(word, px(44)) + px(16), area.low.y + px(12)});
  ImGui::PushStyleColor(ImGuiCol_FrameBg, colors().plate);
  if (has_symmetry) draw_symmetry(editor);
  if (has_handles) draw_orientation(editor);
  if (has_handles && editor.tab == Tab::rig) draw_end_choice(editor);
  ImGui::PopStyleColor();
}

}  // namespace marrow::app
