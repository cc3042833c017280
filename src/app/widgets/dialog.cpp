#include "app/widgets/dialog.h"

#include <algorithm>
#include <imgui.h>
#include <imgui_internal.h>
#include <vector>

#include "app/imgui_version.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "base/index.h"

namespace marrow::app {

namespace {

constexpr float kFloatWidth = 368.0f, kLeastFloatWidth = 280.0f, kFloatMargin = 8.0f;

/// The popups that were open when the frame began, and the keys taken since.
struct Answers {
  int popups = 0;
  std::vector<int> taken;
} answers;

/// Takes the press of `key` if it answers the present window.
bool takes(int key, bool is_pressed) {
  const bool was_on_top = answers.popups == GImGui->BeginPopupStack.Size;
  const auto& taken = answers.taken;
  if (!is_pressed || !was_on_top || ImGui::IsWindowAppearing() || list_has(taken, key))
    return false;
  answers.taken.push_back(key);
  return true;
}

bool float_has_keyboard() { return ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows); }

}  // namespace

void begin_answers() { answers = {GImGui->OpenPopupStack.Size, {}}; }

bool popup_was_open() { return answers.popups > 0; }

bool key_answers(ImGuiKey key) {
  const bool is_enter = key == ImGuiKey_Enter;
  return takes(key, key_pressed(key, false) || (is_enter && key_pressed(kKeypadEnter, false)));
}

bool letter_answers(char letter) { return takes(-letter, letter_pressed(letter)); }

bool popup_is_open() {
  return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

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

bool dialog_is_left() { return !ImGui::IsAnyItemActive() && key_answers(ImGuiKey_Escape); }

void begin_float(const char* id, bool takes_focus, FloatPlace place) {
  const ImGuiWindow* viewport = ImGui::FindWindowByName("##viewport");
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float top = viewport != nullptr ? viewport->Pos.y : 0.0f;
  float width = std::min(px(kFloatWidth), display.x - px(24));
  if (place == FloatPlace::inside_inspector && viewport != nullptr) {
    const float inspector = display.x - viewport->Pos.x - viewport->Size.x;
    width = std::min(width, std::max(inspector - px(2 * kFloatMargin), px(kLeastFloatWidth)));
  }
  const bool is_over_picture = place == FloatPlace::picture && viewport != nullptr;
  const float right = is_over_picture ? viewport->Pos.x + viewport->Size.x : display.x;
  ImGui::SetNextWindowPos(
      {std::max(right - width - px(kFloatMargin), px(kFloatMargin)), top + px(kFloatMargin)},
      ImGuiCond_Appearing);
  // A window that grew past the bottom edge moves up to show its buttons, unless it is dragged.
  const ImGuiWindow* before = ImGui::FindWindowByName(id);
  const float lowest = before != nullptr ? display.y - before->Size.y - px(kFloatMargin) : 0.0f;
  const bool is_held = ImGui::GetCurrentContext()->MovingWindow == before;
  if (before != nullptr && before->WasActive && !is_held && before->Pos.y > lowest &&
      lowest >= 0.0f)
    ImGui::SetNextWindowPos({before->Pos.x, lowest});
  ImGui::SetNextWindowSize({width, 0.0f});
  ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, {width, display.y - px(24)});
  if (takes_focus) ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(16), px(12)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
  constexpr ImGuiWindowFlags kFlags =
      ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar;
  ImGui::PushStyleColor(ImGuiCol_WindowBg, colors().panel);
  ImGui::Begin(id, nullptr, kFlags);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
}

bool float_headline(const char* title) {
  ImGui::PushFont(fonts().title);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(title);
  ImGui::PopFont();
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - px(24));
  const bool crossed = icon_button("##close", icon::kClose, "Close (Esc)");
  note_spot("close window");
  return crossed || (float_has_keyboard() && key_answers(ImGuiKey_Escape));
}

bool float_footer(const std::string& words, bool can_be_done, bool& closes) {
  ImGui::Dummy({0.0f, px(4)});
  align_buttons({"Close", words.c_str()});
  closes |= text_button("Close");
  ImGui::SameLine();
  const bool done = text_button_if(can_be_done, words.c_str(), true);
  return can_be_done && (done || (float_has_keyboard() && key_answers(ImGuiKey_Enter)));
}

}  // namespace marrow::app
