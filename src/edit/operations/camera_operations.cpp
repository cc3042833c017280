#include "edit/operations/camera_operations.h"

#include "edit/operations/line.h"
#include "edit/operations/shared.h"

namespace marrow {
namespace {

/// Angles in radians.
void line_camera(Line& line, Camera& camera) {
  line.vector(camera.target);
  line.number("distance", camera.distance);
  line.number("yaw", camera.yaw);
  line.number("pitch", camera.pitch);
  line.number("field-of-view", camera.field_of_view);
  line.choice(camera.orthographic, "orthographic", "perspective");
}

}  // namespace

Applied op::SetCameraMove::applied(const Scene& scene, const Tasks&) const {
  if (move && !is_valid(*move))
    return refused(
        "A view is a finite place and direction, at a distance above 0; those on the way have "
        "rising "
        "shares between 0 and 1.");
  Scene changed = scene;
  changed.camera_move = move;
  return {std::move(changed), {}};
}

std::string op::SetCameraMove::label(const Scene&) const {
  return move ? "Camera move" : "Remove camera move";
}

void op::SetCameraMove::line(Line& line) {
  line.word("move-camera");
  if (!line.has("from", move.has_value())) {
    line.word("nowhere");
    if (line.reads()) move.reset();
    return;
  }
  if (line.reads()) move.emplace();
  line_camera(line, move->from);
  line.word("to");
  line_camera(line, move->to);
  if (!line.has("through", !move->between.empty())) return;
  line.list(move->between, "none", [&](CameraKey& key) {
    line.number(key.share);
    line_camera(line, key.camera);
  });
}

}  // namespace marrow
