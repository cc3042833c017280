// Drags of the camera: orbit, pan, dolly.
#include <algorithm>
#include <cmath>

#include "editor/drag_state.h"
#include "editor/posed_joints.h"
#include "editor/session.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/drag_parts.h"

namespace marrow {
namespace {

// At UI scale 1.
constexpr float kOrbitPerPixel = 0.0075f;  // radians: a drag over 400 pixels turns half around
constexpr float kDollyPerPixel = 0.008f;   // change of the distance's logarithm

}  // namespace

namespace drag_parts {

void update(Session& session, CameraDrag& held, const Pointer& pointer) {
  const glm::vec2 by = pointer.pixel - held.last;
  held.last = pointer.pixel;
  if (by == glm::vec2(0.0f) || held.motion == CameraMotion::none) return;
  session.camera_move.reset();
  const float turn = kOrbitPerPixel / session.ui_scale;
  switch (held.motion) {
    case CameraMotion::none:
      break;
    case CameraMotion::orbit:
      session.camera = orbited_about(session.camera, -by.x * turn, by.y * turn, held.center);
      break;
    case CameraMotion::pan:
      session.camera = panned(session.camera, by, session.picture_size.y);
      break;
    case CameraMotion::dolly:
      session.camera = dollied(
          session.camera,
          std::exp(std::clamp((by.y - by.x) * kDollyPerPixel / session.ui_scale, -2.0f, 2.0f)),
          session.camera.target);
      break;
  }
}

}  // namespace drag_parts

bool begin_camera_drag(Session& session, const Pointer& pointer, CameraMotion motion) {
  if (is_dragging(session)) return false;
  session.drag = CameraDrag{motion, pointer.pixel, orbit_center(session)};
  return true;
}

glm::vec3 orbit_center(const Session& session) {
  if (!session.preferences.orbits_about_selection) return session.camera.target;
  const Scene& scene = session.document.scene();
  Bounds bounds;
  for (const Id id : session.document.selection()) {
    if (const std::optional<view::WorldCapsule> capsule = world_capsule(session, id)) {
      bounds.add(capsule->base);
      bounds.add(capsule->tip);
    } else if (const DeformedMesh* mesh = session.deformer.mesh(id);
               mesh && !mesh->bind_positions.empty()) {
      bounds.add(glm::vec3(mesh->world_from_output * glm::vec4(mesh->bounds().center(), 1.0f)));
    } else if (const int node = node_index(scene, id); node >= 0) {
      bounds.add(glm::vec3(world_from_node(scene, node)[3]));
    }
  }
  return bounds.empty() || !is_finite(bounds.center()) ? session.camera.target : bounds.center();
}

}  // namespace marrow
