// The camera of one picture as matrices and vectors for drawing.
#pragma once

#include "scene/camera.h"
#include "view/picture/picture.h"

namespace marrow::view {

struct EyeView {
  glm::mat4 view_from_world{1.0f};
  glm::mat4 clip_from_view{1.0f};
  glm::mat4 clip_from_world{1.0f};
  /// world space, homogeneous: a point, or with w = 0 the direction towards an eye at infinity
  /// (orthographic)
  glm::vec4 eye{0, 0, 0, 1};
  glm::vec2 size{1.0f};    ///< size of the picture, pixels
  glm::vec2 corner{0.0f};  ///< position of this picture in the whole one, pixels from below
  glm::vec2 whole{1.0f};   ///< size of the whole picture, pixels
  float ui_scale = 1.0f;
  glm::ivec4 clip{0};  ///< the pixels that may be drawn: x, y from below, width, height
};

/// Sets `clip` to the whole picture. `part`: the picture is this part of the larger one that the
/// camera sees.
EyeView make_eye_view(const Camera& camera, glm::vec2 size, float ui_scale, const Part& part = {});

}  // namespace marrow::view
