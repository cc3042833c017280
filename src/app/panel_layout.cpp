// The panels of a frame: the window's fixed places, the tabs of the right one, splitters, and the
// windows that lie over them.
#include <algorithm>
#include <cmath>
#include <imgui.h>

#include "app/app.h"
#include "app/bench/bench_panel.h"
#include "app/commands/command_windows.h"
#include "app/course/course_panels.h"
#include "app/dialogs.h"
#include "app/files/file_windows.h"
#include "app/lesson/lesson_panel.h"
#include "app/panels/panels.h"
#include "app/pose/pose_panels.h"
#include "app/viewport/viewport.h"
#include "app/widgets/focus.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/bench_model.h"
#include "editor/course/course.h"
#include "editor/editor.h"
#include "editor/lesson/lessons.h"
#include "editor/pose/shelf.h"
#include "editor/preferences_state.h"

namespace marrow::app {

namespace {

constexpr float kTabHeight = 32.0f;

struct TabName {
  RightTab tab;
  const char* label;
};
constexpr TabName kTabs[] = {{RightTab::inspector, "Inspector"}, {RightTab::bench, "Bench"},
                             {RightTab::explain, "Explain"},     {RightTab::course, "Course"},
                             {RightTab::lesson, "Lesson"},       {RightTab::history, "History"}};

/// The Course and Lesson tabs appear once they are opened.
bool is_there(const Editor& editor, RightTab tab) {
  if (tab == RightTab::course) return editor.course.is_open;
  return tab != RightTab::lesson || editor.lesson.is_open;
}

/// Pixels left and right of each tab's words, such that all tabs fit.
float tab_pad(const Editor& editor) {
  float words = 0.0f;
  for (const TabName& tab : kTabs)
    if (is_there(editor, tab.tab))
      words += fonts().semibold->CalcTextSizeA(fonts().semibold->FontSize, 1e9f, 0.0f, tab.label).x;
  const float room = (ImGui::GetWindowWidth() - words) / (2.0f * float(std::size(kTabs)));
  return std::floor(std::clamp(room, px(3), px(12)));
}

bool right_tab(const char* label, bool active, float pad) {
  const FontScope font(active ? fonts().semibold : fonts().regular);
  const ImVec2 text = ImGui::CalcTextSize(label);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size = {text.x + 2.0f * pad, px(kTabHeight)};
  const bool clicked = ImGui::InvisibleButton(label, size);
  note_spot(label);
  const ImU32 ink = active                   ? colors().text
                    : ImGui::IsItemHovered() ? colors().text
                                             : colors().text_dim;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_text({corner.x + pad, corner.y + std::floor((size.y - text.y) * 0.5f)}, ink, label);
  if (active)
    list.AddRectFilled({corner.x, corner.y + size.y - px(2)},
                       {corner.x + size.x, corner.y + size.y}, colors().accent_text);
  return clicked;
}

void draw_tab(Editor& editor) {
  switch (editor.right_tab) {
    case RightTab::inspector:
      return draw_inspector(editor);
    case RightTab::bench:
      return draw_bench(editor);
    case RightTab::explain:
      return draw_explain(editor);
    case RightTab::course:
      return draw_course(editor, editor.course, editor.viewport);
    case RightTab::lesson:
      return draw_lesson(editor);
    case RightTab::history:
      return draw_history_panel(editor);
  }
}

/// Draws `content` in a window that fills the place; draws nothing if the place is empty.
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

/// A line that can be dragged: along y if it runs `across`, else along x. Returns this frame's
/// drag, pixels.
float grip(const char* id, const Rect& place, bool across) {
  float moved = 0.0f;
  draw_place(
      id, place, 0, {0.0f, 0.0f},
      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoNav, [&] {
        ImGui::InvisibleButton("##grip", {place.size.x, place.size.y});
        const bool held = ImGui::IsItemActive();
        if (!held && !ImGui::IsItemHovered()) return;
        ImGui::SetMouseCursor(across ? ImGuiMouseCursor_ResizeNS : ImGuiMouseCursor_ResizeEW);
        const glm::vec2 middle = place.corner + place.size * 0.5f,
                        half = across ? glm::vec2(place.size.x * 0.5f, px(1))
                                      : glm::vec2(px(1), place.size.y * 0.5f);
        ImGui::GetWindowDrawList()->AddRectFilled({middle.x - half.x, middle.y - half.y},
                                                  {middle.x + half.x, middle.y + half.y},
                                                  held ? colors().accent_hover : colors().accent);
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        if (held) moved = across ? mouse.y - middle.y : mouse.x - middle.x;
      });
  return moved;
}

/// A vertical line at x, as high as the place next to it.
float side_grip(const char* id, float x, const Rect& beside) {
  return grip(id, {{x - px(4), beside.corner.y}, {px(8), beside.size.y}}, false);
}

void draw_right_place(Editor& editor) {
  editor.bench.flashed_island = kNoId;  // set again by the row under the pointer
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float pad = tab_pad(editor);
  for (const TabName& tab : kTabs) {
    if (!is_there(editor, tab.tab)) continue;
    if (&tab != kTabs) ImGui::SameLine();
    if (right_tab(tab.label, editor.right_tab == tab.tab, pad)) editor.right_tab = tab.tab;
  }
  note_area("right tabs", {corner.x, corner.y},
            {ImGui::GetItemRectMax().x, ImGui::GetItemRectMax().y});
  const float width = ImGui::GetWindowWidth(), y = corner.y + px(kTabHeight);
  ImGui::GetWindowDrawList()->AddRectFilled(
      {corner.x, y}, {corner.x + width, y + std::max(px(1), 1.0f)}, colors().line);
  ImGui::Dummy({0.0f, px(1)});
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(12), px(8)));
  const bool is_seen =
      ImGui::BeginChild("##right", {0.0f, 0.0f}, false,
                        ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NavFlattened);
  ImGui::PopStyleVar();
  if (is_seen) draw_tab(editor);
  ImGui::EndChild();
}

/// Splitters left and right of the viewport, and above a shown timeline; they change the widths and
/// the height in the preferences. `timeline_height`: the shown height, design units.
void draw_splitters(Session& session, const Layout& layout, float timeline_height) {
  Preferences& preferences = session.preferences;
  // The shown width may be less than the desired one; the grip moves the shown one.
  if (!layout.left.empty())
    if (const float moved = side_grip("##left_grip", layout.left.end().x, layout.left);
        moved != 0.0f)
      preferences.left_width = preference_range(&Preferences::left_width)
                                   .clamped((layout.left.size.x + moved) / session.ui_scale);
  if (!layout.right.empty())
    if (const float moved = side_grip("##right_grip", layout.right.corner.x, layout.right);
        moved != 0.0f)
      preferences.right_width = preference_range(&Preferences::right_width)
                                    .clamped((layout.right.size.x - moved) / session.ui_scale);
  if (timeline_height <= 0.0f) return;
  const Rect line{layout.shelf.corner - glm::vec2(0.0f, px(4)), {layout.shelf.size.x, px(6)}};
  if (const float moved = grip("##timeline_grip", line, true); moved != 0.0f)
    preferences.timeline_height = preference_range(&Preferences::timeline_height)
                                      .clamped(timeline_height - moved / session.ui_scale);
}

/// The transport strip, the timeline and the shelf, below the picture.
void draw_bottom(Editor& editor, const ShelfThumbs& thumbs, const BottomHeights& heights) {
  if (heights.strip > 0.0f) draw_transport(editor);
  if (heights.timeline > 0.0f) draw_timeline(editor, px(heights.timeline - 4.0f));
  if (heights.shelf > 0.0f) draw_shelf(editor, thumbs);
}

}  // namespace

void App::draw_panels() {
  constexpr ImGuiWindowFlags kStill =
      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  const ImVec2 padding = {px(12), px(8)};
  // First: among windows that never come to the front, ImGui keeps the oldest on top.
  draw_splitters(editor_, layout_, bottom_.timeline);
  draw_place("##menu", layout_.menu, colors().bar, {0.0f, 0.0f},
             kStill | navigation_of(editor_.focus, FocusPlace::menu) | ImGuiWindowFlags_MenuBar,
             [&] { draw_menu_bar(editor_); });
  draw_place("##scene", layout_.left, colors().panel, padding,
             kStill | navigation_of(editor_.focus, FocusPlace::scene),
             [&] { draw_scene_panel(editor_); });
  draw_place("##right", layout_.right, colors().panel, {0.0f, 0.0f},
             kStill | navigation_of(editor_.focus, FocusPlace::right),
             [&] { draw_right_place(editor_); });
  draw_place("##status", layout_.status, colors().bar, {px(12), px(5)},
             kStill | navigation_of(editor_.focus, FocusPlace::status),
             [&] { draw_status_bar(editor_); });
  draw_place("##viewport", layout_.viewport, colors().panel, {0.0f, 0.0f},
             kStill | navigation_of(editor_.focus, FocusPlace::tools),
             [&] { draw_viewport(editor_, renderer_->texture()); });
  editor_.shelf.hovered.clear();
  draw_place("##shelf", layout_.shelf, colors().panel, {px(8), px(5)},
             kStill | navigation_of(editor_.focus, FocusPlace::shelf),
             [&] { draw_bottom(editor_, thumbs_, bottom_); });
  sheet_.draw(editor_);
  shot_window_.draw(editor_);
  film_window_.draw(editor_);
  const float below_loading = draw_loading_card(editor_, layout_.viewport);
  const float below_cards = draw_safety_cards(editor_, layout_.viewport, below_loading);
  draw_start_screen(editor_, layout_.viewport, below_cards);
  draw_joint_dialogs(editor_, editor_.panels);
  draw_rework(editor_);
  draw_capsule_fit(editor_);
  draw_file_browser(editor_);
  draw_dialogs(editor_);
  draw_help(editor_, editor_.help, editor_.shell, layout_);
  finish_focus(editor_, editor_.focus);
  draw_overwrite_dialog(editor_);
  draw_palette(editor_);
}

}  // namespace marrow::app
