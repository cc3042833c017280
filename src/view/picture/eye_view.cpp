#include "view/picture/eye_view.h"

namespace marrow::view {

namespace {
/// From the clip space of a whole picture to that of a part of it.
glm::mat4 part_from_whole(glm::vec2 corner, glm::vec2 size, glm::vec2 whole) {
  const glm::vec2 scale = whole / size;
  const glm::vec2 shift = (whole - 2.0f * corner) / size - 1.0f;
  glm::mat4 matrix(1.0f);
  matrix[0][0] = scale.x;
  matrix[1][1] = scale.y;
  matrix[3] = {shift, 0.0f, 1.0f};
  return matrix;
}
}  // namespace

EyeView make_eye_view(const Camera& camera, glm::vec2 size, float ui_scale, const Part& part) {
  EyeView view;
  view.view_from_world = view_from_world(camera);
  view.whole = part.whole.x > 0 ? glm::vec2(part.whole) : size;
  view.corner = part.corner;
  view.clip_from_view = clip_from_view(camera, view.whole.x / view.whole.y);
  if (part.whole.x > 0)
    view.clip_from_view = part_from_whole(view.corner, size, view.whole) * view.clip_from_view;
  view.clip_from_world = view.clip_from_view * view.view_from_world;
  const glm::mat4 world_from_view = glm::inverse(view.view_from_world);
  view.eye = camera.orthographic ? world_from_view[2] : world_from_view[3];
  view.size = size;
  view.ui_scale = ui_scale;
  view.clip = {0, 0, size};
  return view;
}

}  // namespace marrow::view
