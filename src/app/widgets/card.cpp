#include "app/widgets/card.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>
#include <optional>

#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/session.h"

namespace marrow::app {

namespace {

constexpr float kWidth = 460.0f, kTop = 52.0f, kLeastWidth = 220.0f;

}  // namespace

bool is_under_card(const Rect& place) {
  return lay_under("card", place) || lay_under("welcome", place) || lay_under("toast", place);
}

float card_left(const Rect& viewport) {
  const std::optional<Rect> tools = area_named("tools");
  const float first = viewport.corner.x + px(12),
              beside = tools ? std::max(tools->end().x + px(8), first) : first;
  return viewport.end().x - px(12) - beside < px(kLeastWidth) ? first : beside;
}

float first_card_top(const Rect& viewport) { return viewport.corner.y + px(kTop); }

void draw_card(const char* id, const Rect& viewport, float& y,
               const std::function<void()>& content) {
  // In the middle where that is beside the tools, else from their edge on.
  const float low = card_left(viewport), room = viewport.end().x - px(12) - low,
              width = std::min(px(kWidth), room);
  const float middle = viewport.corner.x + std::floor((viewport.size.x - width) * 0.5f);
  ImGui::SetNextWindowPos({std::max(middle, low), y});
  ImGui::SetNextWindowSize({width, 0.0f});
  const float most = std::max(viewport.end().y - px(8) - y, px(80));  // then it scrolls
  ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, most});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(14), px(12)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(px(1), 1.0f));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, colors().panel);
  ImGui::PushStyleColor(ImGuiCol_Border, colors().line);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                      ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoMove;
  if (ImGui::Begin(id, nullptr, kFlags)) content();
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  note_area("card", {at.x, at.y}, {at.x + size.x, at.y + size.y});
  y += size.y + px(8);
  ImGui::End();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(3);
}

void card_heading(const std::string& words) {
  ImGui::PushFont(fonts().semibold);
  wrapped_text(words, ImGui::GetContentRegionAvail().x);
  ImGui::PopFont();
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

}  // namespace marrow::app
