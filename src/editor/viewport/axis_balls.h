// The six balls at the upper right of the viewport: they show the world's axes and turn the view.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>

#include "scene/camera.h"

namespace marrow {

struct AxisBall {
  AxisView view = AxisView::front;  ///< the view from this ball's side
  int axis = 0;                     ///< 0 x, 1 y, 2 z
  bool is_positive = true;
  glm::vec2 offset{0.0f};  ///< from the center, x right, y down, in units of the balls' distance
  float depth = 0.0f;      ///< -1 far to 1 near
};

/// The balls as seen by the camera, sorted from far to near.
std::array<AxisBall, 6> axis_balls(const Camera& camera);

/// The nearest ball under a point; none if there is none. Offset and radius in units of the balls'
/// distance from the center.
std::optional<AxisBall> axis_ball_at(const Camera& camera, glm::vec2 offset, float ball_radius);

/// The view from the ball's side; if the camera already looks from there, from the opposite side.
AxisView view_after_click(const AxisBall& ball);

}  // namespace marrow
