// The camera in hand: orbit, pan, dolly.
#include <algorithm>
#include <cmath>

#include "editor/viewport/drag.h"
#include "editor/viewport/drag_parts.h"
#include "editor/viewport/gizmo.h"

namespace marrow {
namespace {

// At UI scale 1.
constexpr float kOrbitPerPixel = 0.0075f;  // radians: a drag over 400 pixels turns half around
constexpr float kDollyPerPixel = 0.008f;   // of the logarithm of the distance

}  // namespace

namespace drag_parts {

void update(Editor& editor, CameraSession& session, const Pointer& pointer) {
  const glm::vec2 by = pointer.pixel - session.last;
  session.last = pointer.pixel;
  if (by == glm::vec2(0.0f) || session.motion == CameraMotion::none) return;
  editor.camera_move.reset();
  const float turn = kOrbitPerPixel / editor.ui_scale;
  switch (session.motion) {
    case CameraMotion::none:
      break;
    case CameraMotion::orbit:
      editor.camera = orbited_about(editor.camera, -by.x * turn, by.y * turn, session.center);
      break;
    case CameraMotion::pan:
      editor.camera = panned(editor.camera, by, editor.viewport.size.y);
      break;
    case CameraMotion::dolly:
      editor.camera = dollied(
          editor.camera,
          std::exp(std::clamp((by.y - by.x) * kDollyPerPixel / editor.ui_scale, -2.0f, 2.0f)),
          editor.camera.target);
      break;
  }
  editor.wants_redraw = true;
}

}  // namespace drag_parts

bool begin_camera_drag(Editor& editor, const Pointer& pointer, CameraMotion motion) {
  if (is_dragging(editor)) return false;
  editor.viewport.session = CameraSession{motion, pointer.pixel, orbit_center(editor)};
  return true;
}

glm::vec3 orbit_center(const Editor& editor) {
  if (!editor.shell.preferences.orbits_about_selection) return editor.camera.target;
  const Scene& scene = editor.document.scene();
  Bounds bounds;
  for (const Id id : editor.document.selection()) {
    if (const std::optional<view::WorldCapsule> capsule = world_capsule(editor, id)) {
      bounds.add(capsule->base);
      bounds.add(capsule->tip);
    } else if (const DeformedMesh* mesh = editor.deformer.mesh(id);
               mesh && !mesh->bind_positions.empty()) {
      bounds.add(glm::vec3(mesh->world_from_output * glm::vec4(mesh->bounds().center(), 1.0f)));
    } else if (const int node = node_index(scene, id); node >= 0) {
      bounds.add(glm::vec3(world_from_node(scene, node)[3]));
    }
  }
  return bounds.empty() || !is_finite(bounds.center()) ? editor.camera.target : bounds.center();
}

}  // namespace marrow
