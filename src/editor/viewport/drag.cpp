#include "editor/viewport/drag.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "editor/bench/compare.h"
#include "editor/course/course_case.h"
#include "editor/joint_actions.h"
#include "editor/pose/transport.h"
#include "editor/viewport/drag_parts.h"
#include "editor/viewport/pick.h"

namespace marrow {

namespace drag_parts {

std::optional<float> number_in(const std::string& text) {
  float value = 0.0f;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

bool snaps(const Editor& editor, const Pointer& pointer) {
  return pointer.snap != editor.shell.preferences.snaps_always;
}

AxisLock next_lock(const AxisLock& lock, GizmoHandle asked) {
  if (lock.handle != asked) return {asked, false};
  return lock.is_own ? AxisLock{} : AxisLock{asked, true};
}

void show_changes(Editor& editor) {
  editor.deformer.update(editor.document.scene());
  editor.wants_redraw = true;
}

}  // namespace drag_parts

namespace {

/// Where typed digits go; nullptr when the drag takes none.
std::string* typed_in(Session& session) {
  if (auto* gizmo = std::get_if<GizmoSession>(&session)) return &gizmo->typed;
  if (auto* radius = std::get_if<RadiusSession>(&session)) return &radius->typed;
  if (auto* bone = std::get_if<AddJointSession>(&session)) return &bone->typed;
  return nullptr;
}

}  // namespace

bool is_editing(const Editor& editor) {
  const Session& session = editor.viewport.session;
  return std::holds_alternative<GizmoSession>(session) ||
         std::holds_alternative<RadiusSession>(session) ||
         std::holds_alternative<AddJointSession>(session) ||
         std::holds_alternative<ReachSession>(session);
}

bool begin_box(Editor& editor, const Pointer& pointer, bool add, bool subtract) {
  if (is_dragging(editor)) return false;
  editor.viewport.is_box_armed = false;
  editor.viewport.session = BoxSession{pointer.pixel, pointer.pixel, add, subtract};
  return true;
}

void arm_box(Editor& editor) {
  if (is_dragging(editor)) return;
  editor.viewport.is_box_armed = true;
  editor.wants_redraw = true;
}

bool begin_divider_drag(Editor& editor, const Pointer& pointer) {
  if (is_dragging(editor) || !is_on_divider(editor, pointer.pixel.x)) return false;
  editor.viewport.session =
      DividerSession{pointer.pixel.x - divider_pixel(editor), editor.bench.compare.divider};
  return true;
}

void update_drag(Editor& editor, const Pointer& pointer) {
  Session& session = editor.viewport.session;
  if (auto* gizmo = std::get_if<GizmoSession>(&session))
    drag_parts::update(editor, *gizmo, pointer);
  if (auto* radius = std::get_if<RadiusSession>(&session))
    drag_parts::update(editor, *radius, pointer);
  if (auto* bone = std::get_if<AddJointSession>(&session))
    drag_parts::update(editor, *bone, pointer);
  if (auto* reach = std::get_if<ReachSession>(&session))
    drag_parts::update(editor, *reach, pointer);
  if (auto* box = std::get_if<BoxSession>(&session)) box->to = pointer.pixel;
  if (auto* camera = std::get_if<CameraSession>(&session))
    drag_parts::update(editor, *camera, pointer);
  if (auto* divider = std::get_if<DividerSession>(&session))
    move_divider(editor, pointer.pixel.x - divider->grabbed_at);
}

void type_into_drag(Editor& editor, char key, const Pointer& pointer) {
  std::string* typed = typed_in(editor.viewport.session);
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
  if (auto* gizmo = std::get_if<GizmoSession>(&editor.viewport.session))
    drag_parts::constrain(editor, *gizmo, axis);
  else if (auto* bone = std::get_if<AddJointSession>(&editor.viewport.session))
    bone->lock = drag_parts::next_lock(bone->lock, axis);
  else
    return;
  update_drag(editor, pointer);
}

bool works_in_drag(std::string_view command) {
  return command == "tool.move" || command == "tool.rotate" || command == "tool.scale";
}

void end_drag(Editor& editor) {
  const Session session = std::exchange(editor.viewport.session, std::monostate{});
  if (const auto* gizmo = std::get_if<GizmoSession>(&session)) drag_parts::finish(editor, *gizmo);
  if (const auto* radius = std::get_if<RadiusSession>(&session))
    drag_parts::finish(editor, *radius);
  if (const auto* bone = std::get_if<AddJointSession>(&session)) drag_parts::finish(editor, *bone);
  if (const auto* reach = std::get_if<ReachSession>(&session)) drag_parts::finish(editor, *reach);
  if (const auto* box = std::get_if<BoxSession>(&session)) select_in_box(editor, *box);
  drag_parts::show_changes(editor);
}

void cancel_drag(Editor& editor) {
  if (const auto* divider = std::get_if<DividerSession>(&editor.viewport.session))
    editor.bench.compare.divider = divider->start;
  editor.viewport.session = std::monostate{};
  editor.viewport.ghost.reset();
  editor.viewport.plan.reset();
  editor.document.cancel();
  drag_parts::show_changes(editor);
}

void cancel_or_clear(Editor& editor) {
  if (is_dragging(editor)) return cancel_drag(editor);
  editor.wants_redraw = true;
  if (std::exchange(editor.viewport.is_box_armed, false)) return;
  if (close_joint_dialogs(editor)) return;
  if (editor.transport.is_on) return stop_motion(editor);
  if (editor.bench.compare.is_on) return set_comparing(editor, false);
  if (editor.document.selection().empty() && is_showing_case(editor)) return leave_case(editor);
  editor.document.select({});
}

}  // namespace marrow
