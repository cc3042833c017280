#include "app/widgets/card.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>
#include <imgui_internal.h>
#include <optional>

#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/session.h"

namespace marrow::app {

namespace {

constexpr float kWidestCard = 460.0f, kTop = 52.0f, kLeastWidth = 220.0f, kLeastHeight = 80.0f;
constexpr float kPadding = 12.0f;

/// Draws a part and returns its height, pixels.
float height_of(const std::function<void()>& part) {
  const float top = ImGui::GetCursorPosY();
  part();
  return ImGui::GetCursorPosY() - top;
}

/// The words scroll if they leave too little of `room` for the buttons; heights are the last
/// frame's.
void draw_parts(float room, const std::function<void()>& words,
                const std::function<void()>& buttons) {
  ImGuiStorage& heights = *ImGui::GetStateStorage();
  const ImGuiID of_words = ImGui::GetID("words"), of_buttons = ImGui::GetID("buttons");
  const float for_words = room - heights.GetFloat(of_buttons);
  const bool scrolls = heights.GetFloat(of_words) > for_words;
  if (scrolls) ImGui::BeginChild("scrolled", {0.0f, std::max(for_words, ImGui::GetFrameHeight())});
  heights.SetFloat(of_words, height_of(words));
  if (scrolls) ImGui::EndChild();
  heights.SetFloat(of_buttons, height_of(buttons));
}

}  // namespace

bool is_under_card(const Rect& place) {
  constexpr const char* kCards[] = {"card", "welcome", "explain", "lens", "toast"};
  return std::any_of(std::begin(kCards), std::end(kCards),
                     [&](const char* name) { return lay_under(name, place); });
}

float card_left(const Rect& viewport) {
  const std::optional<Rect> tools = area_named("tools");
  const float first = viewport.corner.x + px(12),
              beside = tools ? std::max(tools->end().x + px(8), first) : first;
  return viewport.end().x - px(12) - beside < px(kLeastWidth) ? first : beside;
}

float first_card_top(const Rect& viewport) { return viewport.corner.y + px(kTop); }

void draw_card(const char* id, const Rect& viewport, float& y, const std::function<void()>& words,
               const std::function<void()>& buttons) {
  // It stays when a card above it goes: the next click must not meet other buttons.
  if (const ImGuiWindow* last = ImGui::FindWindowByName(id); last != nullptr && last->WasActive)
    y = std::max(y, last->Pos.y);
  const float room = viewport.end().y - px(8) - y;
  if (y > first_card_top(viewport) && room < px(kLeastHeight)) return;
  // Centered if that leaves the tools free, else right of them.
  const float low = card_left(viewport), wide = viewport.end().x - px(12) - low,
              width = std::min(px(kWidestCard), wide), most = std::max(room, px(kLeastHeight));
  const float middle = viewport.corner.x + std::floor((viewport.size.x - width) * 0.5f);
  ImGui::SetNextWindowPos({std::max(middle, low), y});
  ImGui::SetNextWindowSize({width, 0.0f});
  ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, most});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(px(1), 1.0f));
  ImGui::PushStyleColor(ImGuiCol_Border, colors().line);
  if (begin_bare_window(id, {px(14), px(kPadding)}, px(8), colors().panel, ImGuiWindowFlags_NoMove))
    draw_parts(most - px(kPadding) * 2.0f, words, buttons);
  y += end_bare_window("card").y + px(8);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

bool begin_bare_window(const char* id, ImVec2 padding, float rounding, ImU32 background,
                       ImGuiWindowFlags more) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, rounding);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, background);
  return ImGui::Begin(id, nullptr,
                      more | ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
}

ImVec2 end_bare_window(const char* name) {
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  note_area(name, {at.x, at.y}, {at.x + size.x, at.y + size.y});
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  return size;
}

void card_heading(const std::string& words) {
  const FontScope font(fonts().semibold);
  wrapped_text(words, ImGui::GetContentRegionAvail().x);
}

void card_words(const std::string& words) {
  ImGui::PushStyleColor(ImGuiCol_Text, colors().text_dim);
  wrapped_text(words, ImGui::GetContentRegionAvail().x);
  ImGui::PopStyleColor();
}

void beside_or_below(const char* label) {
  ImGui::SameLine();
  if (ImGui::GetContentRegionAvail().x < text_button_width(label)) ImGui::NewLine();
}

bool card_button(const char* label, bool primary, const char* tip) {
  const bool clicked = text_button(label, primary, tip);
  note_spot(label);
  return clicked;
}

bool phase_and_cancel(const std::string& phase, const char* tip) {
  ImGui::AlignTextToFramePadding();
  dim_text(phase);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - text_width("Cancel") - px(28));
  return card_button("Cancel", false, tip);
}

}  // namespace marrow::app
