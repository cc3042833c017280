#include <algorithm>
#include <imgui.h>
#include <imgui_internal.h>
#include <optional>

#include "app/files/file_windows.h"
#include "app/widgets/card.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/commands/command_registry.h"
#include "editor/course/course.h"
#include "editor/editor.h"
#include "editor/files/welcome.h"
#include "editor/shell_state.h"

namespace marrow::app {

namespace {

constexpr float kWelcomeWidth = 252.0f, kWelcomeDoorHeight = 54.0f;  // design units

/// A large button: a title, and below it the text `how`.
bool door(const char* id, const char* symbol, const char* title, const char* how) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight(), room = ImGui::GetContentRegionAvail().x,
              wrap = room - px(44 + 8);
  ImFont* small = fonts().small;
  const float words = line + px(3) + small->CalcTextSizeA(small->FontSize, FLT_MAX, wrap, how).y;
  const ImVec2 size{room, std::max(px(kWelcomeDoorHeight), words + px(12))};
  const bool clicked = ImGui::InvisibleButton(id, size);
  note_spot(title);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y},
                     hovered ? colors().raised_hover : colors().raised, px(5));
  const float top = at.y + (size.y - words) * 0.5f;
  draw_text({at.x + px(14), at.y + (size.y - line) * 0.5f}, colors().accent_text, symbol);
  list.AddText(fonts().semibold, fonts().semibold->FontSize, {at.x + px(44), top}, colors().text,
               title);
  list.AddText(small, small->FontSize, {at.x + px(44), top + line + px(3)}, colors().text_dim, how,
               nullptr, wrap);
  ImGui::Dummy({0.0f, px(2)});
  return clicked;
}

void draw_welcome_doors(Editor& editor) {
  if (door("##pose", icon::kPerson, "Pose a character", "click a limb, drag a ring"))
    return begin_with_pose(editor, editor.viewport, editor.welcome);
  if (door("##radii", icon::kRadius, "Test capsule radii", "fix the knee that tears"))
    return begin_with_radius(editor, editor.viewport, editor.welcome);
  if (door("##assignment", icon::kCheck, "Do the assignment", "each task with its checks"))
    return begin_with_assignment(editor, editor.course, editor.welcome);
  if (door("##open", icon::kFolderOpen, "Open your own", "or drop a .glb, .gltf, .obj here")) {
    dismiss_welcome(editor, editor.welcome);
    run_command(editor, "file.open");
  }
}

}  // namespace

void draw_welcome_card(Editor& editor, const Area& area) {
  constexpr float kHigh = 310.0f;  // design units; in less height it would cover the menus
  // Empty scenes and bare meshes have other buttons: draw_start_screen(), the inspector.
  if (!editor.welcome.is_shown || shown_or_first_skeleton(editor) == kNoId ||
      area.size.y < px(kHigh))
    return;
  // Right of the tools where they reach down to the card.
  const ImGuiWindow* drawn = ImGui::FindWindowByName("##welcome");
  const std::optional<Rect> tools = area_named("tools");
  const float height = drawn != nullptr ? drawn->Size.y : px(kHigh);
  const bool is_beside = tools && area.high().y - px(14) - height < tools->end().y + px(6);
  const float left = is_beside ? tools->end().x + px(8) : area.low.x + px(14);
  ImGui::SetNextWindowPos({left, area.high().y - px(14)}, ImGuiCond_Always, {0.0f, 1.0f});
  ImGui::SetNextWindowSize({std::min(px(kWelcomeWidth), area.high().x - px(8) - left), 0.0f});
  if (begin_bare_window("##welcome", {px(12), px(10)}, px(8), colors().plate,
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoMove)) {
    ImGui::AlignTextToFramePadding();
    ImGui::PushFont(fonts().semibold);
    ImGui::TextUnformatted("Where to begin");
    ImGui::PopFont();
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - px(24));
    if (icon_button("##dismiss", icon::kClose, "Don't show again"))
      dismiss_welcome(editor, editor.welcome);
    else
      draw_welcome_doors(editor);
  }
  end_bare_window("welcome");
}

}  // namespace marrow::app
