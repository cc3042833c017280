// Drags of gizmo handles. Keys change the axis or the kind of transform; the start of the drag
// stays.
#include <cmath>

#include "base/index.h"
#include "editor/drag_state.h"
#include "editor/editor.h"
#include "editor/tools.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/drag_parts.h"
#include "editor/viewport/gizmo_target.h"
#include "editor/viewport/select.h"
#include "editor/viewport_state.h"

namespace marrow {
namespace {

/// Unit vector from the pivot to the grabbed point of the ring; else any vector across the axis.
glm::vec3 grab_direction(const Gizmo& gizmo, GizmoHandle handle, const Ray& ray) {
  const glm::vec3 axis = axis_of(gizmo, handle);
  if (const std::optional<float> t = hit_plane(ray, gizmo.origin, axis)) {
    const glm::vec3 arm = ray.origin + ray.direction * *t - gizmo.origin;
    if (glm::length(arm) > 1e-6f * gizmo.size) return glm::normalize(arm);
  }
  const glm::vec3 other =
      std::abs(axis.y) < 0.9f ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(1.0f, 0.0f, 0.0f);
  return glm::normalize(glm::cross(axis, other));
}

DragOptions options_for(const Session& session, const ViewportState& viewport,
                        const Pointer& pointer) {
  DragOptions options;
  options.snap = drag_parts::snaps(session, pointer);
  options.precise = pointer.precise;
  options.translate_step = move_step(session, viewport);
  options.rotate_step = glm::radians(session.preferences.rotate_step);
  return options;
}

void apply_increment(Session& session, HandleDrag& held) {
  const bool done = session.document.update(
      gesture(session, grasp_of(session, held.target, held.drag, held.axes)));
  held.refusal = done ? std::string() : session.document.reason();
  deformed(session);
}

/// Restarts the drag from its start, along other axes or by another handle.
void switch_handle(Session& session, HandleDrag& held, GizmoHandle handle, GizmoOrientation axes) {
  const Gizmo gizmo = gizmo_on(session, held.target, axes);
  held.drag = GizmoDrag(gizmo, handle, held.start_ray);
  held.start_direction = grab_direction(gizmo, handle, held.start_ray);
  held.axes = axes;
}

/// For rotations: a plane's handle becomes the axis along its normal.
GizmoHandle rotation_axis(GizmoHandle handle) {
  if (handle == GizmoHandle::yz) return GizmoHandle::x;
  if (handle == GizmoHandle::zx) return GizmoHandle::y;
  return handle == GizmoHandle::xy ? GizmoHandle::z : handle;
}

/// R during a rotation: a trackball; again: about the view's axis.
void switch_rotation(Session& session, ViewportState& viewport, HandleDrag& held) {
  const bool is_ball = held.drag.handle() == GizmoHandle::arcball;
  held.lock = {};
  switch_handle(session, held, is_ball ? GizmoHandle::center : GizmoHandle::arcball,
                session.orientation);
  drag_parts::update(session, viewport, held, viewport.pointer);
}

bool begin_kind(Session& session, TransportState& transport, ViewportState& viewport, Tool tool,
                const Pointer& pointer, bool is_modal) {
  if (tool == Tool::radius)
    return begin_radius_drag(session, viewport, session.document.active(), pointer, is_modal);
  return begin_gizmo_drag(session, transport, viewport, GizmoHandle::center, pointer, is_modal);
}

/// G, R or S during a drag: switches to that kind of transform, from the start of the drag.
void switch_transform(Editor& editor, Tool tool) {
  const std::vector<Tool>& tools = tools_of(editor.tab);
  if (!list_has(tools, tool)) return;
  auto* gizmo = std::get_if<HandleDrag>(&editor.drag);
  const auto* radius = std::get_if<RadiusDrag>(&editor.drag);
  if (!gizmo && !radius) return;
  if (gizmo && tool == Tool::rotate && gizmo->target.mode == GizmoMode::rotate)
    return switch_rotation(editor, editor.viewport, *gizmo);
  const Pointer start = gizmo ? gizmo->start : radius->start;
  const bool is_modal = gizmo ? gizmo->is_modal : radius->is_modal;
  cancel_drag(editor);
  editor.tool = tool;
  if (begin_kind(editor, editor.transport, editor.viewport, tool, start, is_modal))
    update_drag(editor, editor.viewport.pointer);
}

}  // namespace

namespace drag_parts {

void update(Session& session, ViewportState& viewport, HandleDrag& held, const Pointer& pointer) {
  if (const std::optional<float> value = number_in(held.typed))
    held.drag.set_value(*value);
  else
    held.drag.update(ray_at(session, pointer.pixel), options_for(session, viewport, pointer));
  apply_increment(session, held);
}

void constrain(Session& session, HandleDrag& held, GizmoHandle asked) {
  if (held.target.mode == GizmoMode::rotate) asked = rotation_axis(asked);
  held.lock = next_lock(held.lock, asked);
  if (held.lock.handle == GizmoHandle::none)
    return switch_handle(session, held, GizmoHandle::center, session.orientation);
  const GizmoOrientation own = session.orientation == GizmoOrientation::world
                                   ? GizmoOrientation::joint
                                   : session.orientation;
  switch_handle(session, held, held.lock.handle, held.lock.is_own ? own : GizmoOrientation::world);
}

void finish(Session& session, const HandleDrag& held) {
  if (held.drag.increment() == glm::mat4(1.0f)) return session.document.cancel();
  if (!session.document.commit()) say(session, session.document.reason(), true);
}

}  // namespace drag_parts

bool begin_gizmo_drag(Session& session, TransportState& transport, ViewportState& viewport,
                      GizmoHandle handle, const Pointer& pointer, bool is_modal) {
  if (is_dragging(session) || session.document.in_gesture() || handle == GizmoHandle::none)
    return false;
  const std::optional<GizmoTarget> target = gizmo_target(session, transport, viewport);
  if (!target) return false;
  note_scene_size(session, viewport);
  clear_hover(viewport);
  const Gizmo gizmo = gizmo_on(session, *target, session.orientation);
  const Ray ray = ray_at(session, pointer.pixel);
  session.document.begin();
  session.drag = HandleDrag{.target = *target,
                            .drag = GizmoDrag(gizmo, handle, ray),
                            .axes = session.orientation,
                            .start = pointer,
                            .start_direction = grab_direction(gizmo, handle, ray),
                            .start_ray = ray,
                            .is_modal = is_modal};
  return true;
}

void begin_transform(Editor& editor, Tool tool) {
  if (is_dragging(editor)) return switch_transform(editor, tool);
  set_tool(editor, editor.viewport, tool);
  if (editor.tool == tool)
    begin_kind(editor, editor.transport, editor.viewport, tool, editor.viewport.pointer, true);
}

}  // namespace marrow
