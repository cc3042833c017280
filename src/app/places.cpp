#include "app/places.h"

#include <algorithm>
#include <cmath>

#include "app/panels.h"
#include "app/spots.h"
#include "app/theme.h"
#include "app/widgets.h"

namespace marrow::app {

namespace {

constexpr float kTabHeight = 32.0f;

bool right_tab(const char* label, bool active) {
  ImGui::PushFont(active ? fonts().semibold : fonts().regular);
  const ImVec2 text = ImGui::CalcTextSize(label);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size = {text.x + px(24), px(kTabHeight)};
  const bool clicked = ImGui::InvisibleButton(label, size);
  note_spot(label);
  const ImU32 ink = active ? colors().text : ImGui::IsItemHovered() ? colors().text : colors().text_dim;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText({corner.x + px(12), corner.y + std::floor((size.y - text.y) * 0.5f)}, ink, label);
  if (active) list.AddRectFilled({corner.x, corner.y + size.y - px(2)}, {corner.x + size.x, corner.y + size.y}, colors().accent_text);
  ImGui::PopFont();
  return clicked;
}

/// A grip `px(8)` wide on a vertical line. Returns how far it was dragged in this frame, pixels.
float grip(const char* id, float x, const Rect& beside) {
  const float width = px(8);
  const Rect place{{x - width * 0.5f, beside.corner.y}, {width, beside.size.y}};
  float moved = 0.0f;
  draw_place(id, place, 0, {0.0f, 0.0f}, ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoNav, [&] {
    ImGui::InvisibleButton("##grip", {place.size.x, place.size.y});
    const bool held = ImGui::IsItemActive();
    if (!held && !ImGui::IsItemHovered()) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    ImGui::GetWindowDrawList()->AddRectFilled({x - px(1), place.corner.y}, {x + px(1), place.end().y},
                                              held ? colors().accent_hover : colors().accent);
    if (held) moved = ImGui::GetIO().MousePos.x - x;
  });
  return moved;
}

}  // namespace

void draw_right_place(Editor& editor) {
  ShellState& shell = editor.shell;
  editor.bench.flashed_island = kNoId;  // the row under the pointer sets it anew
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (right_tab("Inspector", shell.right_tab == RightTab::inspector)) shell.right_tab = RightTab::inspector;
  ImGui::SameLine();
  if (right_tab("Bench", shell.right_tab == RightTab::bench)) shell.right_tab = RightTab::bench;
  ImGui::SameLine();
  if (right_tab("History", shell.right_tab == RightTab::history)) shell.right_tab = RightTab::history;
  note_area("right tabs", {corner.x, corner.y}, {ImGui::GetItemRectMax().x, ImGui::GetItemRectMax().y});
  const float width = ImGui::GetWindowWidth(), y = corner.y + px(kTabHeight);
  ImGui::GetWindowDrawList()->AddRectFilled({corner.x, y}, {corner.x + width, y + std::max(px(1), 1.0f)}, colors().line);
  ImGui::Dummy({0.0f, px(1)});
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(12), px(8)));
  const bool is_seen =
      ImGui::BeginChild("##right", {0.0f, 0.0f}, false, ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NavFlattened);
  ImGui::PopStyleVar();
  if (is_seen) {
    if (shell.right_tab == RightTab::inspector)
      draw_inspector(editor);
    else if (shell.right_tab == RightTab::bench)
      draw_bench(editor);
    else
      draw_history_panel(editor);
  }
  ImGui::EndChild();
}

void draw_splitters(Editor& editor, const Layout& layout) {
  Preferences& preferences = editor.shell.preferences;
  // What is shown may be narrower than what is wished; the grip moves what is shown.
  if (!layout.left.empty())
    if (const float moved = grip("##left_grip", layout.left.end().x, layout.left); moved != 0.0f)
      preferences.left_width = std::clamp((layout.left.size.x + moved) / editor.ui_scale, kLeftMin, kWidthMax);
  if (!layout.right.empty())
    if (const float moved = grip("##right_grip", layout.right.corner.x, layout.right); moved != 0.0f)
      preferences.right_width = std::clamp((layout.right.size.x - moved) / editor.ui_scale, kRightMin, kWidthMax);
}

}  // namespace marrow::app
