#include "app/widgets/spots.h"

#include <algorithm>
#include <imgui.h>

#include "base/index.h"

namespace marrow::app {

namespace {
std::vector<Spot> spots_of_frame;

struct NamedArea {
  std::string name;
  Rect rect;
};
std::vector<NamedArea> areas_of_frame, areas_of_last;
std::vector<std::string> shortened_of_frame;

std::vector<Rect> named_in(const std::vector<NamedArea>& areas,
                           std::initializer_list<std::string_view> names) {
  std::vector<Rect> rects;
  for (const NamedArea& area : areas)
    if (list_has(names, area.name)) rects.push_back(area.rect);
  return rects;
}
}  // namespace

void note_spot(std::string_view label) {
  if (!ImGui::IsItemVisible()) return;
  const std::string_view words = label.substr(0, label.find("##"));
  if (words.empty()) return;
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  note_spot(words, {(low.x + high.x) * 0.5f, (low.y + high.y) * 0.5f});
}

void note_spot(std::string_view words, glm::vec2 middle) {
  spots_of_frame.push_back({std::string(words), middle});
}

const std::vector<Spot>& spots() { return spots_of_frame; }

void note_area(std::string_view name, glm::vec2 low, glm::vec2 high) {
  areas_of_frame.push_back({std::string(name), {low, high - low}});
}

void note_item_area(std::string_view name) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  if (ImGui::IsItemVisible()) note_area(name, {low.x, low.y}, {high.x, high.y});
}

std::optional<Rect> area_named(std::string_view name) {
  for (const NamedArea& area : areas_of_frame)
    if (area.name == name) return area.rect;
  return std::nullopt;
}

std::vector<Rect> areas_named(std::initializer_list<std::string_view> names) {
  return named_in(areas_of_frame, names);
}

std::vector<Rect> areas_before(std::initializer_list<std::string_view> names) {
  return named_in(areas_of_last, names);
}

bool lay_under(std::string_view name, const Rect& place) {
  return std::any_of(areas_of_last.begin(), areas_of_last.end(), [&](const NamedArea& area) {
    return area.name == name && area.rect.meets(place);
  });
}

void note_shortened(std::string_view words) { shortened_of_frame.emplace_back(words); }

const std::vector<std::string>& shortened_words() { return shortened_of_frame; }

void forget_spots() {
  spots_of_frame.clear();
  areas_of_last.swap(areas_of_frame);
  areas_of_frame.clear();
  shortened_of_frame.clear();
}

}  // namespace marrow::app
