#include "editor/viewport/drag.h"

#include <cmath>
#include <utility>

#include "editor/bench/capsule_fit.h"
#include "editor/bench/compare.h"
#include "editor/course/course.h"
#include "editor/drag_state.h"
#include "editor/editor.h"
#include "editor/figure/figure_markers.h"
#include "editor/paint/paint.h"
#include "editor/panels/joint_actions.h"
#include "editor/pose/rework.h"
#include "editor/pose/transport.h"
#include "editor/tools.h"
#include "editor/viewport/drag_marker.h"
#include "editor/viewport/drag_parts.h"
#include "editor/viewport/select.h"
#include "editor/viewport_state.h"
#include "platform/numbers.h"

namespace marrow {

namespace drag_parts {

std::optional<float> number_in(const std::string& text) {
  float value = 0.0f;
  const auto [end, error] = platform::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

bool snaps(const Session& session, const Pointer& pointer) {
  return pointer.snap != session.preferences.snaps_always;
}

AxisLock next_lock(const AxisLock& lock, GizmoHandle asked) {
  if (lock.handle != asked) return {asked, false};
  return lock.is_own ? AxisLock{} : AxisLock{asked, true};
}

}  // namespace drag_parts

namespace {

/// The text that receives typed digits; nullptr if the drag accepts none.
std::string* typed_in(Drag& held) {
  if (auto* gizmo = std::get_if<HandleDrag>(&held)) return &gizmo->typed;
  if (auto* radius = std::get_if<RadiusDrag>(&held)) return &radius->typed;
  if (auto* bone = std::get_if<BoneDrag>(&held)) return &bone->typed;
  return nullptr;
}

}  // namespace

bool is_editing(const Session& session) {
  const Drag& held = session.drag;
  return std::holds_alternative<HandleDrag>(held) || std::holds_alternative<RadiusDrag>(held) ||
         std::holds_alternative<BoneDrag>(held) || std::holds_alternative<IkDrag>(held) ||
         std::holds_alternative<PoleDrag>(held) || std::holds_alternative<PaintDrag>(held);
}

bool begin_box(Session& session, ViewportState& viewport, const Pointer& pointer, bool add,
               bool subtract) {
  if (is_dragging(session)) return false;
  viewport.is_box_armed = false;
  session.drag = BoxDrag{pointer.pixel, pointer.pixel, add, subtract};
  return true;
}

void arm_box(Session& session, ViewportState& viewport) {
  if (is_dragging(session)) return;
  viewport.is_box_armed = true;
}

bool begin_divider_drag(Session& session, CompareState& compare, const Pointer& pointer) {
  if (is_dragging(session) || !is_on_divider(session, compare, pointer.pixel.x)) return false;
  session.drag = DividerDrag{pointer.pixel.x - divider_pixel(session, compare), compare.divider};
  return true;
}

void update_drag(Editor& editor, const Pointer& pointer) {
  Drag& held = editor.drag;
  if (auto* gizmo = std::get_if<HandleDrag>(&held))
    drag_parts::update(editor, editor.viewport, *gizmo, pointer);
  if (auto* radius = std::get_if<RadiusDrag>(&held))
    drag_parts::update(editor, editor.viewport, *radius, pointer);
  if (auto* bone = std::get_if<BoneDrag>(&held))
    drag_parts::update(editor, editor.viewport, *bone, pointer);
  if (auto* ik = std::get_if<IkDrag>(&held))
    drag_parts::update(editor, editor.course, editor.viewport, *ik, pointer);
  if (auto* pole = std::get_if<PoleDrag>(&held)) drag_parts::update(editor, *pole, pointer);
  if (auto* paint = std::get_if<PaintDrag>(&held)) update_paint_drag(editor, *paint, pointer);
  if (auto* marker = std::get_if<MarkerDrag>(&held)) update_marker_drag(editor, *marker, pointer);
  if (auto* box = std::get_if<BoxDrag>(&held)) box->to = pointer.pixel;
  if (auto* camera = std::get_if<CameraDrag>(&held)) drag_parts::update(editor, *camera, pointer);
  if (auto* divider = std::get_if<DividerDrag>(&held))
    move_divider(editor, editor.compare, pointer.pixel.x - divider->grabbed_at);
}

void type_into_drag(Editor& editor, char key, const Pointer& pointer) {
  std::string* typed = typed_in(editor.drag);
  if (!typed) return;
  if (key == ',') key = '.';
  if (key == '-' && typed->starts_with('-'))
    typed->erase(0, 1);
  else if (key == '-')
    typed->insert(0, 1, '-');
  else if (key == '\b' && !typed->empty())
    typed->pop_back();
  else if ((key >= '0' && key <= '9') || (key == '.' && typed->find('.') == std::string::npos))
    typed->push_back(key);
  else
    return;
  update_drag(editor, pointer);
}

void constrain_drag(Editor& editor, GizmoHandle axis, const Pointer& pointer) {
  if (auto* gizmo = std::get_if<HandleDrag>(&editor.drag))
    drag_parts::constrain(editor, *gizmo, axis);
  else if (auto* bone = std::get_if<BoneDrag>(&editor.drag))
    bone->lock = drag_parts::next_lock(bone->lock, axis);
  else
    return;
  update_drag(editor, pointer);
}

bool works_in_drag(std::string_view command) {
  return command == "tool.move" || command == "tool.rotate" || command == "tool.scale";
}

void end_drag(Editor& editor) {
  const Drag held = std::exchange(editor.drag, std::monostate{});
  if (const auto* gizmo = std::get_if<HandleDrag>(&held)) drag_parts::finish(editor, *gizmo);
  if (const auto* radius = std::get_if<RadiusDrag>(&held)) drag_parts::finish(editor, *radius);
  if (const auto* bone = std::get_if<BoneDrag>(&held))
    drag_parts::finish(editor, editor.viewport, *bone);
  if (const auto* ik = std::get_if<IkDrag>(&held)) drag_parts::finish(editor, *ik);
  if (const auto* pole = std::get_if<PoleDrag>(&held)) drag_parts::finish(editor, *pole);
  if (const auto* paint = std::get_if<PaintDrag>(&held)) finish_paint_drag(editor, *paint);
  if (const auto* box = std::get_if<BoxDrag>(&held)) select_in_box(editor, *box);
  deformed(editor);  // panels drawn later in this frame show the new values
}

void cancel_drag(Editor& editor) {
  if (const auto* divider = std::get_if<DividerDrag>(&editor.drag))
    editor.compare.divider = divider->start;
  if (const auto* marker = std::get_if<MarkerDrag>(&editor.drag))
    cancel_marker_drag(editor.figure, *marker);
  editor.drag = std::monostate{};
  editor.viewport.ghost.reset();
  editor.viewport.plan.reset();
  editor.document.cancel();
  deformed(editor);  // panels drawn later in this frame show the new values
}

void cancel_or_clear(Editor& editor) {
  if (is_dragging(editor)) return cancel_drag(editor);
  if (std::exchange(editor.viewport.is_box_armed, false)) return;
  if (close_joint_dialogs(editor, editor.panels)) return;
  if (close_figure(editor)) return;
  if (paints(editor)) return set_tool(editor, editor.viewport, usual_tool(editor.tab));
  if (close_rework(editor, editor.transport)) return;
  if (close_capsule_fit(editor)) return;
  if (shows_motion(editor) && !is_auto_key(editor)) return stop_motion(editor, editor.transport);
  if (editor.compare.is_on) return set_comparing(editor, false);
  if (is_visiting(editor) && (editor.course.shown || editor.document.selection().empty()))
    return return_to_own(editor);  // a visited case may have selected its joint
  editor.document.select({});
}

}  // namespace marrow
