// The window's fixed places as ImGui windows, the tabs of the right one, splitters. ImGui is
// current.
#pragma once

#include <imgui.h>

#include "app/widgets/layout.h"
#include "editor/editor.h"

namespace marrow::app {

/// Draws `content` in a window that fills the place; draws nothing if the place is empty.
template <typename Content>
void draw_place(const char* id, const Rect& place, ImU32 ground, ImVec2 padding,
                ImGuiWindowFlags more, Content content);

void draw_right_place(Editor& editor);
/// Splitters left and right of the viewport, and above a shown timeline; they change the widths and
/// the height in the preferences. `timeline_height`: the shown height, design units.
void draw_splitters(Session& session, const Layout& layout, float timeline_height);

template <typename Content>
void draw_place(const char* id, const Rect& place, ImU32 ground, ImVec2 padding,
                ImGuiWindowFlags more, Content content) {
  if (place.empty()) return;
  ImGui::SetNextWindowPos({place.corner.x, place.corner.y});
  ImGui::SetNextWindowSize({place.size.x, place.size.y});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ground);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0f, 1.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0.0f);  // else a line crosses the menu bar
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                      ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoBringToFrontOnFocus;
  ImGui::Begin(id, nullptr, kFixed | more);
  ImGui::PopStyleVar(5);
  ImGui::PopStyleColor();
  content();
  ImGui::End();
}

}  // namespace marrow::app
