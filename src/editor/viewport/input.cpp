#include "editor/viewport/input.h"

#include <algorithm>
#include <cmath>

#include "editor/commands/command_actions.h"
#include "editor/commands/keymap_mouse.h"
#include "editor/course/explain.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/gizmo.h"
#include "editor/viewport/pick.h"
#include "editor/viewport/reach.h"

namespace marrow {
namespace {

constexpr float kClickSlop = 4.0f;  // pixels at UI scale 1 that a click may move
constexpr float kDollyPerNotch =
    0.88f;  // share of the distance that is left after one notch of the wheel
constexpr float kPanPerNotch = 40.0f;  // pixels at UI scale 1

/// In Rig with the move tool a click on the bone's other end moves the gizmo there.
bool take_other_end(Editor& editor, glm::vec2 pixel) {
  if (editor.tab != Tab::rig || editor.tool != Tool::move) return false;
  const std::optional<view::WorldCapsule> capsule = world_capsule(editor, editor.document.active());
  if (!capsule) return false;
  RigEnd& end = editor.viewport.rig_end;
  const Projected other = project(editor.camera, end == RigEnd::tip ? capsule->base : capsule->tip,
                                  editor.viewport.size);
  if (!other.visible || glm::distance(other.pixel, pixel) > 9.0f * editor.ui_scale) return false;
  end = end == RigEnd::tip ? RigEnd::base : RigEnd::tip;
  editor.wants_redraw = true;
  return true;
}

/// What the button held now means in the present preset.
MouseBinding binding_for(const Editor& editor, MouseButton button, const CanvasEvents& events) {
  return mouse_binding(editor.shell.preferences.keymap, button,
                       {events.pointer.snap, events.pointer.precise, events.alt});
}

/// The middle of the gizmo covers the ball of its joint: a double click there means the joint.
bool is_on_ball_twice(const Editor& editor, const CanvasEvents& events) {
  return events.double_click && editor.viewport.hovered_handle == GizmoHandle::center &&
         editor.tool != Tool::rotate;
}

void press_to_edit(Editor& editor, const CanvasEvents& events) {
  ViewportState& viewport = editor.viewport;
  const bool add = events.pointer.precise, subtract = events.pointer.snap;
  if (viewport.is_box_armed && begin_box(editor, events.pointer, add, subtract)) return;
  if (begin_divider_drag(editor, events.pointer)) return;
  update_hover(editor, events.pointer.pixel);
  if (!is_on_ball_twice(editor, events) &&
      begin_gizmo_drag(editor, viewport.hovered_handle, events.pointer))
    return;
  if (take_other_end(editor, events.pointer.pixel)) return;
  const bool adds = editor.tab == Tab::rig && editor.tool == Tool::add_joint;
  if (viewport.hovered.kind == view::PickKind::rim && !adds &&
      begin_radius_drag(editor, viewport.hovered.id, events.pointer))
    return;
  if (adds && viewport.ghost && begin_add_joint(editor, events.pointer)) return;
  viewport.is_pressed = true;
  viewport.press_is_double = events.double_click;
  viewport.press_pixel = events.pointer.pixel;
}

void press_camera(Editor& editor, const CanvasEvents& events, CameraMotion motion) {
  editor.viewport.press_was_dragged = false;
  editor.viewport.press_pixel = events.pointer.pixel;
  begin_camera_drag(editor, events.pointer, motion);
}

/// The one place where buttons get their meaning.
void press(Editor& editor, const CanvasEvents& events) {
  for (const MouseButton button : {kLeft, kMiddle, kRight}) {
    if (!events.pressed[button]) continue;
    if (button == kRight && editor.viewport.is_box_armed) return cancel_or_clear(editor);
    const MouseBinding binding = binding_for(editor, button, events);
    editor.viewport.press_explains = binding.click == ClickAction::explain;
    editor.viewport.press_asks_menu = binding.click == ClickAction::menu;
    switch (binding.drag) {
      case DragAction::edit:
        return press_to_edit(editor, events);
      case DragAction::orbit:
        return press_camera(editor, events, CameraMotion::orbit);
      case DragAction::pan:
        return press_camera(editor, events, CameraMotion::pan);
      case DragAction::dolly:
        return press_camera(editor, events, CameraMotion::dolly);
      case DragAction::none:
        return press_camera(editor, events, CameraMotion::none);
    }
  }
}

bool has_moved(const Editor& editor, const CanvasEvents& events) {
  return glm::distance(events.pointer.pixel, editor.viewport.press_pixel) >
         kClickSlop * editor.ui_scale;
}

void release_or_widen_press(Editor& editor, const CanvasEvents& events) {
  ViewportState& viewport = editor.viewport;
  const bool add = events.pointer.precise, subtract = events.pointer.snap;
  if (events.released[kLeft] || !events.held[kLeft]) {
    viewport.is_pressed = false;
    if (has_moved(editor, events)) return;
    if (viewport.press_is_double && !add && !subtract && active_joint(editor) != kNoId)
      return select_chain(editor);
    click_at(editor, viewport.press_pixel, add, subtract);
  } else if (has_moved(editor, events)) {
    viewport.is_pressed = false;
    const bool pulls = viewport.hovered_tip != kNoId && !add && !subtract;
    if (pulls && begin_reach_drag(editor, viewport.hovered_tip, {.pixel = viewport.press_pixel}))
      return update_drag(editor, events.pointer);
    begin_box(editor, {.pixel = viewport.press_pixel}, add, subtract);
    update_drag(editor, events.pointer);
  }
}

/// A pointer that stands still changes nothing: no new scene, no picture, no further frame.
void follow_edit(Editor& editor, const CanvasEvents& events, bool is_modal, bool has_changed) {
  if (events.pressed[kRight]) return cancel_drag(editor);
  if (has_changed) update_drag(editor, events.pointer);
  const bool done =
      is_modal ? events.pressed[kLeft] : (events.released[kLeft] || !events.held[kLeft]);
  if (done) end_drag(editor);
}

bool is_modal(const Session& session) {
  if (const auto* gizmo = std::get_if<GizmoSession>(&session)) return gizmo->is_modal;
  if (const auto* radius = std::get_if<RadiusSession>(&session)) return radius->is_modal;
  if (const auto* bone = std::get_if<AddJointSession>(&session)) return bone->is_modal;
  return false;
}

void follow_divider(Editor& editor, const CanvasEvents& events, bool has_changed) {
  if (has_changed) update_drag(editor, events.pointer);
  if (!events.held[kLeft]) end_drag(editor);
}

CanvasAnswer follow_camera(Editor& editor, const CanvasEvents& events, bool has_changed) {
  ViewportState& viewport = editor.viewport;
  if (has_changed) update_drag(editor, events.pointer);
  viewport.press_was_dragged = viewport.press_was_dragged || has_moved(editor, events);
  if (events.held[kLeft] || events.held[kMiddle] || events.held[kRight]) return {};
  end_drag(editor);
  if (viewport.press_was_dragged) return {};
  if (viewport.press_explains) explain_at(editor, viewport.press_pixel);
  return {.wants_menu = viewport.press_asks_menu};
}

/// What the wheel goes towards: the mesh under the pointer, else the point at the camera's target
/// depth.
glm::vec3 wheel_target(const Editor& editor, glm::vec2 pixel) {
  const Ray ray = ray_at(editor, pixel);
  const std::vector<glm::vec3> hits =
      view::mesh_hits(editor.deformer, ray, 1, editor.viewport.ray_boxes.get());
  if (!hits.empty()) return hits.front();
  const glm::vec3 facing = glm::normalize(editor.camera.target - eye_of(editor.camera));
  const std::optional<float> t = hit_plane(ray, editor.camera.target, facing);
  return t ? ray.origin + ray.direction * *t : editor.camera.target;
}

void turn_wheel(Editor& editor, const CanvasEvents& events) {
  if (events.wheel == glm::vec2(0.0f)) return;
  editor.camera_move.reset();
  if (events.wheel.y != 0.0f)
    editor.camera =
        dollied(editor.camera, std::pow(kDollyPerNotch, std::clamp(events.wheel.y, -8.0f, 8.0f)),
                wheel_target(editor, events.pointer.pixel));
  if (events.wheel.x != 0.0f)
    editor.camera = panned(editor.camera, {-events.wheel.x * kPanPerNotch * editor.ui_scale, 0.0f},
                           editor.viewport.size.y);
  editor.wants_redraw = true;
}

}  // namespace

CanvasAnswer handle_canvas(Editor& editor, const CanvasEvents& events) {
  ViewportState& viewport = editor.viewport;
  const bool has_changed = viewport.pointer != events.pointer;
  viewport.pointer = events.pointer;
  viewport.is_over = events.is_over;
  if (is_editing(editor)) {
    follow_edit(editor, events, is_modal(viewport.session), has_changed);
    return {};
  }
  if (std::holds_alternative<CameraSession>(viewport.session))
    return follow_camera(editor, events, has_changed);
  if (std::holds_alternative<DividerSession>(viewport.session)) {
    follow_divider(editor, events, has_changed);
    return {};
  }
  if (std::holds_alternative<BoxSession>(viewport.session)) {
    if (events.pressed[kRight]) {
      cancel_drag(editor);
      return {};
    }
    if (has_changed) update_drag(editor, events.pointer);
    if (!events.held[kLeft]) end_drag(editor);
    return {};
  }
  if (viewport.is_pressed) {
    release_or_widen_press(editor, events);
    return {};
  }
  if (!events.is_over) {
    clear_hover(editor);
    return {};
  }
  turn_wheel(editor, events);
  press(editor, events);
  if (!is_dragging(editor) && !viewport.is_pressed) update_hover(editor, events.pointer.pixel);
  return {};
}

}  // namespace marrow
