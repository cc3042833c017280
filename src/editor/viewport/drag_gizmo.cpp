// A handle of the gizmo in hand: axes asked for by keys, one kind of transform changed for another,
// from the same start.
#include <algorithm>
#include <cmath>

#include "editor/viewport/drag.h"
#include "editor/viewport/drag_parts.h"
#include "editor/viewport/gesture.h"
#include "editor/viewport/gizmo.h"
#include "editor/viewport/pick.h"

namespace marrow {
namespace {

glm::vec3 axis_of(const Gizmo& gizmo, GizmoHandle handle) {
  switch (handle) {
    case GizmoHandle::x:
      return gizmo.axes[0];
    case GizmoHandle::y:
      return gizmo.axes[1];
    case GizmoHandle::z:
      return gizmo.axes[2];
    default:
      return gizmo.view_direction;
  }
}

/// From the pivot to where the ring was grabbed; any direction across the axis when the ray does
/// not say.
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

DragOptions options_for(const Editor& editor, const Pointer& pointer) {
  DragOptions options;
  options.snap = drag_parts::snaps(editor, pointer);
  options.precise = pointer.precise;
  options.translate_step = move_step(editor);
  options.rotate_step = glm::radians(editor.shell.preferences.rotate_step);
  return options;
}

void apply_increment(Editor& editor, GizmoSession& session) {
  const bool done = editor.document.update(
      gesture(editor, grasp_of(editor, session.target, session.drag, session.axes)));
  session.refusal = done ? std::string() : editor.document.reason();
  drag_parts::show_changes(editor);
}

/// The same drag along other axes or by another handle, from where it began.
void take_handle(Editor& editor, GizmoSession& session, GizmoHandle handle, GizmoOrientation axes) {
  const Gizmo gizmo = gizmo_on(editor, session.target, axes);
  session.drag = GizmoDrag(gizmo, handle, session.start_ray);
  session.start_direction = grab_direction(gizmo, handle, session.start_ray);
  session.axes = axes;
}

/// A rotation in a plane is one about its normal.
GizmoHandle turned_about(GizmoHandle handle) {
  if (handle == GizmoHandle::yz) return GizmoHandle::x;
  if (handle == GizmoHandle::zx) return GizmoHandle::y;
  return handle == GizmoHandle::xy ? GizmoHandle::z : handle;
}

/// R again: as a ball under the hand; once more: about the view's axis.
void change_turning(Editor& editor, GizmoSession& session) {
  const bool is_ball = session.drag.handle() == GizmoHandle::arcball;
  session.lock = {};
  take_handle(editor, session, is_ball ? GizmoHandle::center : GizmoHandle::arcball,
              editor.orientation);
  drag_parts::update(editor, session, editor.viewport.pointer);
}

bool begin_kind(Editor& editor, Tool tool, const Pointer& pointer, bool is_modal) {
  if (tool == Tool::radius)
    return begin_radius_drag(editor, editor.document.active(), pointer, is_modal);
  return begin_gizmo_drag(editor, GizmoHandle::center, pointer, is_modal);
}

/// G, R or S during a drag: that kind of transform instead, from the same start.
void switch_transform(Editor& editor, Tool tool) {
  const std::vector<Tool>& tools = tools_of(editor.tab);
  if (std::find(tools.begin(), tools.end(), tool) == tools.end()) return;
  auto* gizmo = std::get_if<GizmoSession>(&editor.viewport.session);
  const auto* radius = std::get_if<RadiusSession>(&editor.viewport.session);
  if (!gizmo && !radius) return;
  if (gizmo && tool == Tool::rotate && gizmo->target.mode == GizmoMode::rotate)
    return change_turning(editor, *gizmo);
  const Pointer start = gizmo ? gizmo->start : radius->start;
  const bool is_modal = gizmo ? gizmo->is_modal : radius->is_modal;
  cancel_drag(editor);
  editor.tool = tool;
  if (begin_kind(editor, tool, start, is_modal)) update_drag(editor, editor.viewport.pointer);
}

}  // namespace

namespace drag_parts {

void update(Editor& editor, GizmoSession& session, const Pointer& pointer) {
  if (const std::optional<float> value = number_in(session.typed))
    session.drag.set_value(*value);
  else
    session.drag.update(ray_at(editor, pointer.pixel), options_for(editor, pointer));
  apply_increment(editor, session);
}

void constrain(Editor& editor, GizmoSession& session, GizmoHandle asked) {
  if (session.target.mode == GizmoMode::rotate) asked = turned_about(asked);
  session.lock = next_lock(session.lock, asked);
  if (session.lock.handle == GizmoHandle::none)
    return take_handle(editor, session, GizmoHandle::center, editor.orientation);
  const GizmoOrientation own =
      editor.orientation == GizmoOrientation::world ? GizmoOrientation::joint : editor.orientation;
  take_handle(editor, session, session.lock.handle,
              session.lock.is_own ? own : GizmoOrientation::world);
}

void finish(Editor& editor, const GizmoSession& session) {
  if (session.drag.increment() == glm::mat4(1.0f)) return editor.document.cancel();
  if (!editor.document.commit()) say(editor, editor.document.reason(), true);
}

}  // namespace drag_parts

bool begin_gizmo_drag(Editor& editor, GizmoHandle handle, const Pointer& pointer, bool is_modal) {
  if (is_dragging(editor) || editor.document.in_gesture() || handle == GizmoHandle::none)
    return false;
  const std::optional<GizmoTarget> target = gizmo_target(editor);
  if (!target) return false;
  note_scene_size(editor);
  clear_hover(editor);
  const Gizmo gizmo = gizmo_on(editor, *target, editor.orientation);
  const Ray ray = ray_at(editor, pointer.pixel);
  editor.document.begin();
  editor.viewport.session = GizmoSession{.target = *target,
                                         .drag = GizmoDrag(gizmo, handle, ray),
                                         .axes = editor.orientation,
                                         .lock = {},
                                         .start = pointer,
                                         .start_direction = grab_direction(gizmo, handle, ray),
                                         .start_ray = ray,
                                         .typed = {},
                                         .refusal = {},
                                         .is_modal = is_modal};
  editor.wants_redraw = true;
  return true;
}

void begin_transform(Editor& editor, Tool tool) {
  if (is_dragging(editor)) return switch_transform(editor, tool);
  set_tool(editor, tool);
  if (editor.tool != tool || !editor.viewport.is_over) return;
  begin_kind(editor, tool, editor.viewport.pointer, true);
}

}  // namespace marrow
