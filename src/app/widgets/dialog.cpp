#include "app/widgets/dialog.h"

#include <algorithm>
#include <imgui.h>
#include <imgui_internal.h>

#include "app/imgui_version.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"

namespace marrow::app {

bool begin_dialog(const char* title, float width) {
  if (!ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({window.x * 0.5f, window.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(px(width), window.x - px(16)), 0.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(20), px(16)));
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
  const bool open = ImGui::BeginPopupModal(title, nullptr, kFlags);
  ImGui::PopStyleVar();
  return open;
}

void dialog_headline(const char* text) {
  ImGui::PushFont(fonts().title);
  fitting_text(text, ImGui::GetContentRegionAvail().x, colors().text);
  ImGui::PopFont();
  ImGui::Dummy({0.0f, px(2)});
}

void align_buttons(std::initializer_list<const char*> labels) {
  float width = -ImGui::GetStyle().ItemSpacing.x;
  for (const char* label : labels)
    width += text_button_width(label) + ImGui::GetStyle().ItemSpacing.x;
  const float left = ImGui::GetWindowContentRegionMax().x - width;
  ImGui::SetCursorPosX(std::max(left, ImGui::GetCursorPosX()));
}

bool dialog_is_left() {
  const bool was_open =
      ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel) &&
      GImGui->OpenPopupStack.Size > GImGui->BeginPopupStack.Size;
  return key_pressed(ImGuiKey_Escape) && !was_open && !ImGui::IsAnyItemActive();
}

}  // namespace marrow::app
