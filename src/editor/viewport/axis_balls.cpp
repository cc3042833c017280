#include "editor/viewport/axis_balls.h"

#include <algorithm>

namespace marrow {
namespace {

constexpr std::array<AxisView, 6> kViews{AxisView::right,  AxisView::left,  AxisView::top,
                                         AxisView::bottom, AxisView::front, AxisView::back};

AxisView opposite(AxisView view) {
  const auto at = std::find(kViews.begin(), kViews.end(), view) - kViews.begin();
  return kViews[std::size_t(at ^ 1)];
}

}  // namespace

std::array<AxisBall, 6> axis_balls(const Camera& camera) {
  const glm::mat3 turn(view_from_world(camera));
  std::array<AxisBall, 6> balls;
  for (int i = 0; i < 6; ++i) {
    const int axis = i / 2;
    const bool is_positive = i % 2 == 0;
    const glm::vec3 seen = turn[axis] * (is_positive ? 1.0f : -1.0f);
    balls[std::size_t(i)] = {kViews[std::size_t(i)], axis, is_positive, {seen.x, -seen.y}, seen.z};
  }
  std::stable_sort(balls.begin(), balls.end(),
                   [](const AxisBall& a, const AxisBall& b) { return a.depth < b.depth; });
  return balls;
}

std::optional<AxisBall> axis_ball_at(const Camera& camera, glm::vec2 offset, float ball_radius) {
  const std::array<AxisBall, 6> balls = axis_balls(camera);
  const auto hit = std::find_if(balls.rbegin(), balls.rend(), [&](const AxisBall& ball) {
    return glm::distance(ball.offset, offset) <= ball_radius;
  });
  if (hit == balls.rend()) return std::nullopt;
  return *hit;
}

AxisView view_after_click(const AxisBall& ball) {
  return ball.depth > 0.9995f ? opposite(ball.view) : ball.view;
}

}  // namespace marrow
