#include "app/widgets/layout.h"

#include <algorithm>
#include <cmath>

namespace marrow::app {

Layout lay_out(glm::vec2 window, float left_width, float right_width, float ui_scale,
               float shelf_height, float viewport_min) {
  const auto px = [&](float units) { return std::round(units * ui_scale); };
  window = glm::max(window, glm::vec2(0.0f));
  float left = std::max(px(left_width), px(kLeftMin)),
        right = std::max(px(right_width), px(kRightMin));
  const float room = window.x - px(viewport_min);
  if (left + right > room) right = std::max(px(kRightMin), room - left);
  if (left + right > room) left = std::max(px(kLeftMin), room - right);
  if (left + right > room) left = 0.0f;
  if (left + right > room) right = 0.0f;

  const float top = std::min(px(kMenuHeight), window.y);
  const float bottom = std::max(window.y - px(kStatusHeight), top);
  Layout layout;
  const float line = std::max(px(1.0f), 1.0f);
  const auto place = [&](float x0, float y0, float x1, float y1) {
    return Rect{{x0, y0}, {std::max(x1 - x0, 0.0f), std::max(y1 - y0, 0.0f)}};
  };
  const float right_edge = window.x - right;
  layout.menu = place(0.0f, 0.0f, window.x, top);
  layout.left = place(0.0f, top + line, left, bottom - line);
  const float from = left > 0.0f ? left + line : 0.0f,
              to = right > 0.0f ? right_edge - line : window.x;
  const float shelf = px(shelf_height), room_above = bottom - line - shelf - line - (top + line);
  const bool has_shelf = shelf >= 1.0f && room_above >= px(kViewportLow);
  const float shelf_top = has_shelf ? bottom - line - shelf : bottom - line;
  layout.viewport = place(from, top + line, to, has_shelf ? shelf_top - line : shelf_top);
  layout.shelf = has_shelf ? place(from, shelf_top, to, bottom - line) : Rect{};
  layout.right = place(right_edge, top + line, window.x, bottom - line);
  layout.status = place(0.0f, bottom, window.x, window.y);
  return layout;
}

BottomHeights fit_bottom(BottomHeights wished, float window_height, float ui_scale) {
  if (wished.timeline <= 0.0f) return wished;
  const float room = window_height / ui_scale - kMenuHeight - kStatusHeight - kViewportAbove - 4.0f;
  if (room - wished.strip - wished.shelf < kTimelineBesideShelf) wished.shelf = 0.0f;
  const float left = std::floor(room - wished.strip - wished.shelf);
  wished.timeline = left < kTimelineLow ? 0.0f : std::min(wished.timeline, left);
  return wished;
}

WindowPlace place_window(WindowPlace wished, const std::vector<Rect>& screens,
                         const WindowFrame& frame) {
  if (screens.empty()) return wished;
  const Rect* screen = &screens.front();
  float most = 0.0f;
  for (const Rect& one : screens) {
    if (!wished.at) break;
    const glm::vec2 low = glm::max(one.corner, glm::vec2(*wished.at)),
                    high = glm::min(one.end(), glm::vec2(*wished.at + wished.size)),
                    seen = glm::max(high - low, glm::vec2(0.0f));
    if (seen.x * seen.y <= most) continue;
    most = seen.x * seen.y;
    screen = &one;
  }
  const glm::vec2 low = screen->corner + frame.before,
                  room = glm::max(screen->size - frame.before - frame.after, glm::vec2(1.0f)),
                  size = glm::min(glm::vec2(wished.size), room), free = room - size;
  const glm::vec2 from_low = most > 0.0f ? glm::vec2(*wished.at) - low : glm::floor(free * 0.5f);
  return {glm::ivec2(low + glm::clamp(from_low, glm::vec2(0.0f), free)), glm::ivec2(size),
          wished.is_maximized};
}

}  // namespace marrow::app
