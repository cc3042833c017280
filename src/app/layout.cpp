#include "app/layout.h"

#include <algorithm>
#include <cmath>

namespace marrow::app {

Layout lay_out(glm::vec2 window, float left_width, float right_width, float ui_scale) {
  const auto px = [&](float units) { return std::round(units * ui_scale); };
  window = glm::max(window, glm::vec2(0.0f));
  float left = std::max(px(left_width), px(kLeftMin)), right = std::max(px(right_width), px(kRightMin));
  const float room = window.x - px(kViewportMin);
  if (left + right > room) right = std::max(px(kRightMin), room - left);
  if (left + right > room) left = std::max(px(kLeftMin), room - right);
  if (left + right > room) left = 0.0f;
  if (left + right > room) right = 0.0f;

  const float top = std::min(px(kMenuHeight), window.y);
  const float bottom = std::max(window.y - px(kStatusHeight), top);
  Layout layout;
  layout.menu = {{0.0f, 0.0f}, {window.x, top}};
  layout.left = {{0.0f, top}, {left, bottom - top}};
  layout.viewport = {{left, top}, {window.x - left - right, bottom - top}};
  layout.right = {{window.x - right, top}, {right, bottom - top}};
  layout.status = {{0.0f, bottom}, {window.x, window.y - bottom}};
  return layout;
}

}  // namespace marrow::app
