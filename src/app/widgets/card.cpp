#include "app/widgets/card.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>

#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/session.h"

namespace marrow::app {

namespace {

constexpr float kWidth = 460.0f, kTop = 52.0f;

}  // namespace

float first_card_top(const Rect& viewport) { return viewport.corner.y + px(kTop); }

void draw_card(const char* id, const Rect& viewport, float& y,
               const std::function<void()>& content) {
  const float width = std::min(px(kWidth), viewport.size.x - px(24));
  ImGui::SetNextWindowPos({viewport.corner.x + std::floor((viewport.size.x - width) * 0.5f), y});
  ImGui::SetNextWindowSize({width, 0.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(14), px(12)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(px(1), 1.0f));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, colors().panel);
  ImGui::PushStyleColor(ImGuiCol_Border, colors().line);
  constexpr ImGuiWindowFlags kFlags =
      ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings |
      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoMove;
  if (ImGui::Begin(id, nullptr, kFlags)) content();
  y += ImGui::GetWindowHeight() + px(8);
  ImGui::End();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(3);
}

void card_heading(const std::string& words, float room) {
  ImGui::PushFont(fonts().semibold);
  ImGui::TextUnformatted(ellipsis(words, ImGui::GetContentRegionAvail().x - room).c_str());
  ImGui::PopFont();
}

bool card_button(const char* label, bool primary, const char* tip) {
  const bool clicked = text_button(label, primary, tip);
  note_spot(label);
  return clicked;
}

}  // namespace marrow::app
