#include "app/spots.h"

#include <imgui.h>

namespace marrow::app {

namespace {
std::vector<Spot> spots_of_frame;
}

void note_spot(std::string_view label) {
  if (!ImGui::IsItemVisible()) return;
  const std::string_view words = label.substr(0, label.find("##"));
  if (words.empty()) return;
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  spots_of_frame.push_back({std::string(words), {(low.x + high.x) * 0.5f, (low.y + high.y) * 0.5f}});
}

const std::vector<Spot>& spots() { return spots_of_frame; }
void forget_spots() { spots_of_frame.clear(); }

}  // namespace marrow::app
