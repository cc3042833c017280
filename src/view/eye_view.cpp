#include "view/eye_view.h"

namespace marrow::view {

EyeView make_eye_view(const Camera& camera, glm::vec2 size, float ui_scale) {
  EyeView view;
  view.view_from_world = view_from_world(camera);
  view.clip_from_view = clip_from_view(camera, size.x / size.y);
  view.clip_from_world = view.clip_from_view * view.view_from_world;
  const glm::mat4 world_from_view = glm::inverse(view.view_from_world);
  view.eye = camera.orthographic ? world_from_view[2] : world_from_view[3];
  view.size = size;
  view.ui_scale = ui_scale;
  view.clip = {0, 0, size};
  return view;
}

}  // namespace marrow::view
