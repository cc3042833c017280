#include "app/widgets/plate.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"

namespace marrow::app {

ImVec2 plate_corner(const Area& area, ImVec2 at, ImVec2 size) {
  const ImVec2 low{area.low.x + px(4), area.low.y + px(4)};
  return {std::round(std::clamp(at.x, low.x, std::max(low.x, area.high().x - size.x - px(4)))),
          std::round(std::clamp(at.y, low.y, std::max(low.y, area.high().y - size.y - px(4))))};
}

ImVec2 plate_size(const PlateLines& lines) {
  ImVec2 size{0.0f,
              (ImGui::GetTextLineHeight() + px(kPlateGap)) * float(lines.size()) - px(kPlateGap)};
  for (const auto& [text, tone] : lines) size.x = std::max(size.x, text_width(as_shown(text)));
  return {size.x + 2.0f * px(kPlatePadX), size.y + 2.0f * px(kPlatePadY)};
}

ImVec2 draw_plate(const Area& area, ImVec2 at, const PlateLines& lines) {
  if (lines.empty()) return {};
  const ImVec2 size = plate_size(lines);
  at = plate_corner(area, at, size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, colors().plate, px(5));
  note_area("plate", {at.x, at.y}, {at.x + size.x, at.y + size.y});
  float y = at.y + px(kPlatePadY);
  for (const auto& [text, tone] : lines) {
    draw_text({at.x + px(kPlatePadX), y}, tone, as_shown(text));
    y += ImGui::GetTextLineHeight() + px(kPlateGap);
  }
  return size;
}

}  // namespace marrow::app
