// The viewport: tools, then the pointer, then the picture beneath both.

#include "app/viewport/viewport.h"

#include <algorithm>
#include <cmath>

#include "app/bench/bench_panel.h"
#include "app/course/course_panels.h"
#include "app/files/file_windows.h"
#include "app/imgui_version.h"
#include "app/widgets/dialog.h"
#include "app/widgets/layout.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "editor/bench/compare.h"
#include "editor/camera_move.h"
#include "editor/course/course.h"
#include "editor/course/explain.h"
#include "editor/drag_state.h"
#include "editor/editor.h"
#include "editor/files/files_state.h"
#include "editor/lesson/lessons.h"
#include "editor/long_edit.h"
#include "editor/shell_state.h"
#include "editor/viewport/canvas.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/gizmo_target.h"
#include "editor/viewport/marks.h"
#include "editor/viewport/select.h"
#include "editor/viewport_state.h"

namespace marrow::app {
namespace {

/// A comparison hides tools and legend in a picture narrower than this, design units.
constexpr float kBesideComparison = 540.0f;
/// Layers of the window's draw list, independent of the order of calls.
enum Layer { kPictureLayer = 0, kHudLayer = 1, kLayers = 2 };

CanvasEvents canvas_events(const ViewportState& viewport, const Area& area, bool is_over) {
  const ImGuiIO& io = ImGui::GetIO();
  CanvasEvents events;
  events.pointer = {
      {io.MousePos.x - area.low.x, io.MousePos.y - area.low.y}, io.KeyCtrl, io.KeyShift};
  if (!ImGui::IsMousePosValid()) events.pointer.pixel = viewport.pointer.pixel;
  events.touch = viewport.touch;
  events.touch.center -= glm::vec2(area.low.x, area.low.y);
  events.alt = io.KeyAlt;
  events.is_over = is_over;
  for (const int button : {kLeft, kRight, kMiddle}) {
    const auto i = std::size_t(button);
    events.pressed[i] = ImGui::IsMouseClicked(button);
    events.released[i] = ImGui::IsMouseReleased(button);
    events.held[i] = ImGui::IsMouseDown(button);
  }
  events.double_click = ImGui::IsMouseDoubleClicked(kLeft);
  if (is_over) events.wheel = {-io.MouseWheelH, io.MouseWheel};
  return events;
}

/// x, y, z: an axis; X, Y, Z: the plane across it.
GizmoHandle axis_named(ImWchar key) {
  constexpr ImWchar kKeys[] = {'x', 'y', 'z', 'X', 'Y', 'Z'};
  constexpr GizmoHandle kHandles[] = {GizmoHandle::x,  GizmoHandle::y,  GizmoHandle::z,
                                      GizmoHandle::yz, GizmoHandle::zx, GizmoHandle::xy};
  for (std::size_t i = 0; i < std::size(kKeys); ++i)
    if (kKeys[i] == key) return kHandles[i];
  return GizmoHandle::none;
}

/// Keys during a drag: numbers, axes, Enter. (Esc is a command: it is in the keymap.)
void type_during_drag(Editor& editor) {
  if (!is_editing(editor) || ImGui::GetIO().WantTextInput) return;
  const Pointer pointer = editor.viewport.pointer;
  for (const ImWchar key : ImGui::GetIO().InputQueueCharacters) {
    if (const GizmoHandle axis = axis_named(key); axis != GizmoHandle::none)
      constrain_drag(editor, axis, pointer);
    else if (key < 128)
      type_into_drag(editor, char(key), pointer);
  }
  if (key_pressed(ImGuiKey_Backspace)) type_into_drag(editor, '\b', pointer);
  if (key_answers(ImGuiKey_Enter)) end_drag(editor);
}

/// Ends the gesture of a field that vanished (its joint was deselected) and cannot end it itself.
void end_orphaned_gesture(Session& session, WelcomeState& welcome) {
  if (welcome.shows_greeting) return;
  if (session.document.in_gesture() && !is_editing(session) && !ImGui::IsAnyItemActive())
    session.document.commit();
}

void show_mouse_shape(const Session& session, const ViewportState& viewport) {
  const bool grabs = viewport.hovered_handle != GizmoHandle::none ||
                     viewport.hovered.kind == view::PickKind::rim ||
                     viewport.hovered_tip != kNoId || viewport.hovers_pole;
  if (is_editing(session) || grabs) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const bool swipes = viewport.hovers_divider || std::holds_alternative<DividerDrag>(session.drag);
  if (swipes) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (viewport.is_box_armed) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
}

/// v runs upwards, because GL's first row is the lowest.
void place_picture(unsigned picture, const Area& area) {
  ImGui::GetWindowDrawList()->AddImage(texture_id(picture), area.low, area.high(), {0.0f, 1.0f},
                                       {1.0f, 0.0f});
}

/// Draws the widgets in the lower corners; returns the room between them for hints and toasts.
Room draw_corners(Editor& editor, const Area& area) {
  const std::vector<Rect> card = areas_before({"welcome"});
  const bool is_full = is_comparing(editor.compare) && area.size.x < px(kBesideComparison);
  const float heat = is_full ? 0.0f : draw_heat(editor, area), height = draw_compare(editor, area);
  const float left = card.empty() ? heat : card.front().end().x - area.low.x;
  const float right = card.empty() ? 0.0f : heat;
  const Area free{{area.low.x + left, area.low.y},
                  {std::max(area.size.x - left - right, 1.0f), area.size.y - height}};
  if (free.size.x < px(280))  // too narrow between the corners: above their widgets
    return {{area.low, {area.size.x, area.size.y - height - px(14) - ImGui::GetFrameHeight()}},
            area.low.x + area.size.x * 0.5f};
  return {free, area.low.x + area.size.x * 0.5f};
}

/// Hides the welcome card when work begins in a picture that it covers much of, as on a phone or
/// above the timeline. The next start shows it again.
void make_room(WelcomeState& welcome, const Area& area, const CanvasEvents& events) {
  constexpr float kMuch = 0.2f;  // share of the picture
  const std::vector<Rect> card = areas_before({"welcome"});
  const bool begins = events.pressed[kLeft] || events.pressed[kMiddle] || events.pressed[kRight] ||
                      events.touch.fingers > 1;
  if (card.empty() || !events.is_over || !begins) return;
  const glm::vec2 size = card.front().size;
  if (size.x * size.y > kMuch * area.size.x * area.size.y) welcome.is_shown = false;
}

void handle_pointer(Editor& editor, const Area& area) {
  ImGui::SetCursorScreenPos(area.low);
  ImGui::InvisibleButton("##canvas", area.size,
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                             ImGuiButtonFlags_MouseButtonMiddle);
  const CanvasEvents events = canvas_events(editor.viewport, area, ImGui::IsItemHovered());
  make_room(editor.welcome, area, events);
  const CanvasAnswer answer = handle_canvas(editor, events);
  if (answer.wants_menu) ImGui::OpenPopup("##viewport_menu");
  type_during_drag(editor);
  show_mouse_shape(editor, editor.viewport);
  draw_viewport_menu(editor);
}

}  // namespace

void draw_viewport(Editor& editor, unsigned picture) {
  const Area area{ImGui::GetCursorScreenPos(),
                  {std::max(ImGui::GetContentRegionAvail().x, 1.0f),
                   std::max(ImGui::GetContentRegionAvail().y, 1.0f)}};
  editor.picture_size = {std::floor(area.size.x), std::floor(area.size.y)};
  const std::optional<Camera> first_view = std::exchange(editor.first_view, std::nullopt);
  if (first_view == editor.camera) show_all_at_once(editor);
  editor.first_view.reset();
  advance_lesson(editor);
  advance_course(editor, editor.course, is_binding(editor.files) || editor.long_edit.is_working());
  end_orphaned_gesture(editor, editor.welcome);
  update_flash(editor, editor.viewport);
  if (!is_dragging(editor)) note_scene_size(editor, editor.viewport);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(kLayers);
  list.ChannelsSetCurrent(kHudLayer);
  if (!is_comparing(editor.compare) || area.size.x >= px(kBesideComparison)) {
    draw_tool_strip(editor, editor.viewport, area);
    draw_tool_options(editor, area);
    draw_axis_balls(editor, area);
  }
  const Room room = draw_corners(editor, area);
  handle_pointer(editor, area);
  list.ChannelsSetCurrent(kPictureLayer);
  place_picture(picture, area);
  list.ChannelsSetCurrent(kHudLayer);
  draw_mode(editor, area);
  draw_case_note(editor, editor.course, area);
  draw_lens(editor, editor.explain_panel, editor.panels, area);
  draw_labels(editor, editor.bench, editor.viewport, editor.figure, area);
  draw_welcome_card(editor, area);
  draw_hint(editor, area, room);
  draw_toasts(editor, room);
  list.ChannelsMerge();
  draw_explain_card(editor, editor.explain, area);
}

}  // namespace marrow::app
