// The camera of one picture as the numbers that drawing needs.
#pragma once

#include <glm/glm.hpp>

#include "scene/camera.h"

namespace marrow::view {

struct EyeView {
  glm::mat4 view_from_world{1.0f};
  glm::mat4 clip_from_view{1.0f};
  glm::mat4 clip_from_world{1.0f};
  glm::vec4 eye{0, 0, 0, 1};  ///< world, homogeneous: a point, or with w = 0 the direction towards an eye at infinity (orthographic)
  glm::vec2 size{1.0f};       ///< of the picture, pixels
  float ui_scale = 1.0f;
  glm::ivec4 clip{0};  ///< the pixels that may be drawn: x, y from below, width, height
};

EyeView make_eye_view(const Camera& camera, glm::vec2 size, float ui_scale);  ///< clip: the whole picture

}  // namespace marrow::view
