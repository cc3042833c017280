// The camera of one picture as the numbers that drawing needs.
#pragma once

#include <glm/glm.hpp>

#include "scene/camera.h"
#include "view/picture/picture.h"

namespace marrow::view {

struct EyeView {
  glm::mat4 view_from_world{1.0f};
  glm::mat4 clip_from_view{1.0f};
  glm::mat4 clip_from_world{1.0f};
  glm::vec4 eye{0, 0, 0, 1};  ///< world, homogeneous: a point, or with w = 0 the direction towards
                              ///< an eye at infinity (orthographic)
  glm::vec2 size{1.0f};       ///< of the picture, pixels
  glm::vec2 corner{
      0.0f};  ///< of the picture in the whole one that it is a part of, pixels from below
  glm::vec2 whole{1.0f};  ///< size of that, pixels
  float ui_scale = 1.0f;
  glm::ivec4 clip{0};  ///< the pixels that may be drawn: x, y from below, width, height
};

/// clip: the whole picture. `part`: the picture is this part of the larger one that the camera
/// sees.
EyeView make_eye_view(const Camera& camera, glm::vec2 size, float ui_scale, const Part& part = {});

}  // namespace marrow::view
