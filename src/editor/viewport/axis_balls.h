// The six balls at the upper right: the world's axes, and clicks that turn the view. No ImGui.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>

#include "scene/camera.h"

namespace marrow {

struct AxisBall {
  AxisView view = AxisView::front;  ///< looking from this ball's side
  int axis = 0;                     ///< 0 x, 1 y, 2 z
  bool is_positive = true;
  glm::vec2 offset{
      0.0f};  ///< from the middle, x right, y down, in units of the balls' distance from it
  float depth = 0.0f;  ///< -1 far to 1 near
};

/// The balls from far to near, as seen by the camera.
std::array<AxisBall, 6> axis_balls(const Camera& camera);

/// The nearest ball under a point (in units of the balls' distance from the center); none: no hit.
std::optional<AxisBall> axis_ball_at(const Camera& camera, glm::vec2 offset, float ball_radius);

/// Looks from the ball's side, or from the opposite one if the view is there already.
AxisView view_after_click(const AxisBall& ball);

}  // namespace marrow
