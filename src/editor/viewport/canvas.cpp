#include "editor/viewport/canvas.h"

#include <algorithm>
#include <cmath>

#include "editor/course/explain.h"
#include "editor/drag_state.h"
#include "editor/editor.h"
#include "editor/keymap/mouse_bindings.h"
#include "editor/paint/paint.h"
#include "editor/posed_joints.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/drag_ik.h"
#include "editor/viewport/drag_marker.h"
#include "editor/viewport/select.h"
#include "editor/viewport_state.h"

namespace marrow {
namespace {

constexpr float kClickSlop = 4.0f;  // pixels at UI scale 1 that the pointer may move in a click
constexpr float kDollyPerNotch = 0.88f;  // factor of the distance per notch of the wheel
constexpr float kPanPerNotch = 40.0f;    // pixels at UI scale 1

/// In Rig with the move tool a click on the bone's other end moves the gizmo there.
bool take_other_end(Session& session, ViewportState& viewport, glm::vec2 pixel) {
  if (session.tab != Tab::rig || session.tool != Tool::move) return false;
  const std::optional<view::WorldCapsule> capsule =
      world_capsule(session, session.document.active());
  if (!capsule) return false;
  RigEnd& end = viewport.rig_end;
  const Projected other = project(session.camera, end == RigEnd::tip ? capsule->base : capsule->tip,
                                  session.picture_size);
  if (!other.visible || glm::distance(other.pixel, pixel) > 9.0f * session.ui_scale) return false;
  end = end == RigEnd::tip ? RigEnd::base : RigEnd::tip;
  return true;
}

void press_to_edit(Editor& editor, const CanvasEvents& events) {
  ViewportState& viewport = editor.viewport;
  const bool add = events.pointer.precise, subtract = events.pointer.snap;
  viewport.press_is_double = events.double_click;
  viewport.selected_at_press = editor.document.selection();
  if (!events.double_click) viewport.cycle_left = kNoId;
  if (viewport.is_box_armed && begin_box(editor, viewport, events.pointer, add, subtract)) return;
  if (begin_divider_drag(editor, editor.compare, events.pointer)) return;
  if (begin_marker_drag(editor, events.pointer)) return;
  if (paints(editor) && !subtract) {  // Ctrl selects; off the mesh the view turns
    if (!begin_paint_drag(editor, events.pointer))
      begin_camera_drag(editor, events.pointer, CameraMotion::orbit);
    return;
  }
  update_hover(editor, events.pointer.pixel);
  if (viewport.hovers_pole && begin_pole_drag(editor, events.pointer)) return;
  if (begin_gizmo_drag(editor, editor.transport, viewport, viewport.hovered_handle, events.pointer))
    return;
  if (take_other_end(editor, viewport, events.pointer.pixel)) return;
  const bool adds = editor.tab == Tab::rig && editor.tool == Tool::add_joint;
  if (viewport.hovered.kind == view::PickKind::rim && !adds &&
      begin_radius_drag(editor, viewport, viewport.hovered.id, events.pointer))
    return;
  if (adds && viewport.ghost && begin_add_joint(editor, events.pointer)) return;
  viewport.is_pressed = true;
}

CameraMotion camera_motion_of(DragAction action) {
  if (action == DragAction::orbit) return CameraMotion::orbit;
  if (action == DragAction::pan) return CameraMotion::pan;
  return action == DragAction::dolly ? CameraMotion::dolly : CameraMotion::none;
}

/// Starts the action that the preset assigns to the pressed button.
void press(Editor& editor, const CanvasEvents& events) {
  for (const MouseButton button : {kLeft, kMiddle, kRight}) {
    if (!events.pressed[button]) continue;
    if (button == kRight && editor.viewport.is_box_armed) return cancel_or_clear(editor);
    const MouseBinding binding =
        mouse_binding(editor.preferences.keymap, button,
                      {events.pointer.snap, events.pointer.precise, events.alt});
    editor.viewport.press_explains = binding.click == ClickAction::explain;
    editor.viewport.press_asks_menu = binding.click == ClickAction::menu;
    editor.viewport.press_was_dragged = false;
    editor.viewport.press_pixel = events.pointer.pixel;
    if (binding.drag == DragAction::edit) return press_to_edit(editor, events);
    begin_camera_drag(editor, events.pointer, camera_motion_of(binding.drag));
    return;
  }
}

bool has_moved(const Session& session, const ViewportState& viewport, const CanvasEvents& events) {
  return glm::distance(events.pointer.pixel, viewport.press_pixel) > kClickSlop * session.ui_scale;
}

/// A click or a double click where the button went down.
void click(Editor& editor, bool add, bool subtract) {
  const ViewportState& viewport = editor.viewport;
  if (viewport.press_is_double && !add && !subtract && active_joint(editor) != kNoId)
    return double_click(editor, editor.viewport);
  click_at(editor, viewport.press_pixel, add, subtract);
}

void release_or_widen_press(Editor& editor, const CanvasEvents& events) {
  ViewportState& viewport = editor.viewport;
  const bool add = events.pointer.precise, subtract = events.pointer.snap && !paints(editor);
  if (events.released[kLeft] || !events.held[kLeft]) {
    viewport.is_pressed = false;
    if (!has_moved(editor, viewport, events)) click(editor, add, subtract);
  } else if (has_moved(editor, viewport, events)) {
    viewport.is_pressed = false;
    const bool pulls = viewport.hovered_tip != kNoId && !add && !subtract;
    if (pulls &&
        begin_ik_drag(editor, viewport, viewport.hovered_tip, {.pixel = viewport.press_pixel}))
      return update_drag(editor, events.pointer);
    if (events.touch.presses)
      begin_camera_drag(editor, {.pixel = viewport.press_pixel}, CameraMotion::orbit);
    else
      begin_box(editor, viewport, {.pixel = viewport.press_pixel}, add, subtract);
    update_drag(editor, events.pointer);
  }
}

bool is_modal(const Drag& held) {
  if (const auto* gizmo = std::get_if<HandleDrag>(&held)) return gizmo->is_modal;
  if (const auto* radius = std::get_if<RadiusDrag>(&held)) return radius->is_modal;
  if (const auto* bone = std::get_if<BoneDrag>(&held)) return bone->is_modal;
  return false;
}

/// True if a handle, a rim or a pole arrow is pressed, and nothing has changed yet.
bool may_be_click(const Editor& editor) {
  const Drag& held = editor.drag;
  const bool is_handle = std::holds_alternative<HandleDrag>(held) ||
                         std::holds_alternative<RadiusDrag>(held) ||
                         std::holds_alternative<PoleDrag>(held);
  return is_handle && !is_modal(held) && !editor.viewport.press_was_dragged &&
         editor.document.scene() == editor.document.gesture_start();
}

/// A click on a handle selects the object below the handle, if there is one.
void click_below_handle(Editor& editor, const CanvasEvents& events) {
  cancel_drag(editor);
  editor.document.select(editor.viewport.selected_at_press);
  if (!picks_at(editor, editor.viewport.press_pixel).empty())
    click(editor, events.pointer.precise, events.pointer.snap);
}

/// Updates only if the pointer moved: otherwise each frame would make a new scene and picture.
void follow_edit(Editor& editor, const CanvasEvents& events, bool has_changed) {
  ViewportState& viewport = editor.viewport;
  if (events.pressed[kRight]) return cancel_drag(editor);
  viewport.press_was_dragged = viewport.press_was_dragged || has_moved(editor, viewport, events);
  if (has_changed && !may_be_click(editor)) update_drag(editor, events.pointer);
  if (events.wheel.y != 0.0f) cycle_solid(editor, events.wheel.y > 0.0f ? 1 : -1);
  const bool done = is_modal(editor.drag) ? events.pressed[kLeft]
                                          : (events.released[kLeft] || !events.held[kLeft]);
  if (!done) return;
  if (may_be_click(editor))
    click_below_handle(editor, events);
  else
    end_drag(editor);
}

void follow_left_button(Editor& editor, const CanvasEvents& events, bool has_changed) {
  if (has_changed) update_drag(editor, events.pointer);
  if (!events.held[kLeft]) end_drag(editor);
}

CanvasAnswer follow_camera(Editor& editor, const CanvasEvents& events, bool has_changed) {
  ViewportState& viewport = editor.viewport;
  if (has_changed) update_drag(editor, events.pointer);
  viewport.press_was_dragged = viewport.press_was_dragged || has_moved(editor, viewport, events);
  if (events.held[kLeft] || events.held[kMiddle] || events.held[kRight]) return {};
  end_drag(editor);
  if (viewport.press_was_dragged) return {};
  if (viewport.press_explains) explain_at(editor, viewport.press_pixel);
  return {.wants_menu = viewport.press_asks_menu};
}

/// The wheel zooms towards the mesh under the pointer, else the point at the camera target's depth.
glm::vec3 wheel_target(const Session& session, const ViewportState& viewport, glm::vec2 pixel) {
  const Ray ray = ray_at(session, pixel);
  const std::vector<glm::vec3> hits =
      view::mesh_hits(session.deformer, ray, 1, viewport.ray_boxes.get());
  if (!hits.empty()) return hits.front();
  const glm::vec3 facing = glm::normalize(session.camera.target - eye_of(session.camera));
  const std::optional<float> t = hit_plane(ray, session.camera.target, facing);
  return t ? ray.origin + ray.direction * *t : session.camera.target;
}

/// For two fingers. First ends the drag that one finger has begun, or cancels an edit.
void pan_and_zoom(Editor& editor, const Touch& touch) {
  ViewportState& viewport = editor.viewport;
  viewport.is_pressed = false;
  if (is_editing(editor))
    cancel_drag(editor);
  else if (is_dragging(editor))
    end_drag(editor);
  editor.camera_move.reset();
  editor.camera = dollied(panned(editor.camera, touch.pan, editor.picture_size.y),
                          1.0f / touch.zoom, wheel_target(editor, viewport, touch.center));
}

void turn_wheel(Session& session, ViewportState& viewport, const CanvasEvents& events) {
  if (events.wheel == glm::vec2(0.0f)) return;
  session.camera_move.reset();
  if (events.wheel.y != 0.0f)
    session.camera =
        dollied(session.camera, std::pow(kDollyPerNotch, std::clamp(events.wheel.y, -8.0f, 8.0f)),
                wheel_target(session, viewport, events.pointer.pixel));
  if (events.wheel.x != 0.0f)
    session.camera =
        panned(session.camera, {-events.wheel.x * kPanPerNotch * session.ui_scale, 0.0f},
               session.picture_size.y);
}

}  // namespace

CanvasAnswer handle_canvas(Editor& editor, const CanvasEvents& events) {
  ViewportState& viewport = editor.viewport;
  const bool has_changed = viewport.pointer != events.pointer;
  viewport.pointer = events.pointer;
  viewport.is_over = events.is_over;
  if (events.touch.fingers > 1) {
    if (events.is_over || is_dragging(editor)) pan_and_zoom(editor, events.touch);
    return {};
  }
  if (is_editing(editor)) {
    follow_edit(editor, events, has_changed);
    return {};
  }
  if (std::holds_alternative<CameraDrag>(editor.drag))
    return follow_camera(editor, events, has_changed);
  if (std::holds_alternative<DividerDrag>(editor.drag)) {
    follow_left_button(editor, events, has_changed);
    return {};
  }
  if (std::holds_alternative<BoxDrag>(editor.drag) ||
      std::holds_alternative<MarkerDrag>(editor.drag)) {
    if (events.pressed[kRight])
      cancel_drag(editor);
    else
      follow_left_button(editor, events, has_changed);
  } else if (viewport.is_pressed) {
    release_or_widen_press(editor, events);
  } else if (!events.is_over) {
    clear_hover(viewport);
  } else {
    turn_wheel(editor, viewport, events);
    press(editor, events);
    if (!is_dragging(editor) && !viewport.is_pressed) update_hover(editor, events.pointer.pixel);
  }
  return {};
}

}  // namespace marrow
