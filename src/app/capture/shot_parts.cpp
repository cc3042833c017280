#include "app/capture/shot_parts.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>
#include <imgui_internal.h>

#include "app/imgui_version.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/text_field.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/capture/capture_state.h"
#include "editor/capture/shot.h"

namespace marrow::app {

namespace {

/// The home folder as "~": "~/Pictures".
std::string shortened(const std::filesystem::path& folder) {
  const std::string text = folder.string(), home = folder_from_text("~").string();
  return text.starts_with(home) ? "~" + text.substr(home.size()) : text;
}

/// A swatch that opens a picker, and three numbers.
void color_field(const char* label, view::Color& color) {
  ImGui::PushID(label);
  field_label(label);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  constexpr ImGuiColorEditFlags kFlags =
      ImGuiColorEditFlags_DisplayHex | ImGuiColorEditFlags_NoLabel | ImGuiColorEditFlags_NoAlpha;
  ImGui::ColorEdit3("##color", &color.x, kFlags);
  note_spot(label);
  ImGui::PopID();
}

void background_fields(std::optional<view::Background>& background) {
  enum { present, plain, gradient };
  int kind = !background ? present : background->top == background->bottom ? plain : gradient;
  if (choice_field("Background", kind, {"As in the viewport", "One color", "Gradient"})) {
    constexpr view::Color kWhite{1.0f, 1.0f, 1.0f, 1.0f}, kGray{0.80f, 0.84f, 0.88f, 1.0f};
    if (kind == present)
      background.reset();
    else
      background = {kWhite, kind == plain ? kWhite : kGray};
  }
  if (!background) return;
  color_field(kind == plain ? "Color" : "Top", background->top);
  if (kind == plain)
    background->bottom = background->top;
  else
    color_field("Bottom", background->bottom);
}

void caption_fields(view::Caption& caption) {
  text_field("Caption", caption.text, "One line at the lower edge of the picture.");
  if (caption.text.empty()) return;
  int place = caption.is_centered ? 1 : 0;
  if (segments("Place", place, {"Left", "Center"})) caption.is_centered = place == 1;
}

constexpr float kShotGap = 20.0f;  // between preview and settings, design units

}  // namespace

bool begin_shot_window(const char* id, const char* title, float width) {
  if (!ImGui::IsPopupOpen(id)) ImGui::OpenPopup(id);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({window.x * 0.5f, window.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(px(width), window.x - px(16)), 0.0f});
  ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, {window.x, window.y - px(16)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(20), px(16)));
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
  const bool open = ImGui::BeginPopupModal(id, nullptr, kFlags);
  ImGui::PopStyleVar();
  if (!open) return false;
  ImGui::PushFont(fonts().title);
  ImGui::TextUnformatted(title);
  ImGui::PopFont();
  ImGui::Dummy({0.0f, px(4)});
  return true;
}

void close_shot_window(const char* id) {
  if (ImGui::IsPopupOpen(id)) ImGui::ClosePopupToLevel(0, true);
}

glm::vec2 preview_room(float settings) {
  const float width = ImGui::GetContentRegionAvail().x - px(settings) - px(kShotGap);
  const float height = std::min(px(440), ImGui::GetIO().DisplaySize.y - px(190));
  return glm::max(glm::floor(glm::vec2(width, height)), glm::vec2(px(40)));
}

void look_fields(ShotLook& look, const char* transparent_tip) {
  const float first = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x +
                      ImGui::CalcTextSize("Uncovered vertices").x + px(14);
  const float second =
      ImGui::GetCursorPosX() + std::floor(std::max(ImGui::GetContentRegionAvail().x * 0.5f, first));
  flag("Capsules", look.capsules, "What each joint reaches.");
  ImGui::SameLine(second);
  flag("Joints", look.joints, "Balls and bones.");
  flag("Uncovered vertices", look.uncovered, "Crosses on the vertices that no capsule holds.");
  ImGui::SameLine(second);
  flag("Selection", look.selection, "What is selected is amber.");
  flag("Ground", look.grid, "The grid, and shade where a mesh touches the ground.");
  ImGui::SameLine(second);
  flag("Shadow", look.staging.shadow, "The ground catches the shadow of the meshes.");
  flag("No background", look.transparent, transparent_tip);
  ImGui::BeginDisabled(look.transparent);
  background_fields(look.staging.background);
  ImGui::EndDisabled();
  caption_fields(look.staging.caption);
}

void folder_field(ShotState& shots) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(px(8), std::floor((px(kRowHeight) - ImGui::GetFontSize()) * 0.5f)));
  field_label("Folder");
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  bare_text_field("##folder", &shots.folder, 0, as_shown(shortened(pictures_folder())).c_str());
  note_spot("Folder");
  if (!ImGui::IsItemActive()) tooltip(folder_from_text(shots.folder).string().c_str());
  ImGui::PopStyleVar();
}

void problem_line(const std::string& problem) {
  if (problem.empty()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, colors().error);
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextUnformatted(as_shown(problem).c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

bool escape_is_for_window() {
  const bool is_covered = GImGui->OpenPopupStack.Size > GImGui->BeginPopupStack.Size;
  return key_pressed(ImGuiKey_Escape) && !is_covered && !ImGui::IsAnyItemActive();
}

}  // namespace marrow::app
