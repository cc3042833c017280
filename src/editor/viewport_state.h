// State of the viewport as plain data: no ImGui, no SDL, no GL. A drag is the session's
// (drag_state.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "editor/bone_plan.h"
#include "editor/drag_state.h"
#include "view/picture/picking.h"

namespace marrow {

class PaintGraph;

struct ViewportState {
  float scene_size = 1.0f;  ///< diagonal of the scene's bounds, for steps: see note_scene_size()
  std::uint64_t scene_size_revision = 0;  ///< of the document, when it was measured
  Pointer pointer;                        ///< where it was seen last
  Touch touch;                            ///< in this frame, places in the window
  bool is_over = false;                   ///< it was over the picture then
  int samples = 4;  ///< antialiasing of this frame's picture: 1 while something moves, 4 once it
                    ///< rests; set by the frame loop
  RigEnd rig_end = RigEnd::tip;

  /// For rays through the pointer; also updated by functions of a const Editor.
  std::shared_ptr<view::RayBoxes> ray_boxes = std::make_shared<view::RayBoxes>();

  // The object under the pointer, updated when the pointer, the scene or the camera changed.
  view::Pick hovered;
  GizmoHandle hovered_handle = GizmoHandle::none;
  Id hovered_tip = kNoId;    ///< in Pose, the joint whose tip a drag from here would pull
  bool hovers_pole = false;  ///< the pointer is on the head of an elbow's arrow
  std::optional<GhostPoint> ghost;
  std::optional<BonePlan> plan;           ///< the new bone in hand or under the pointer
  std::optional<glm::vec3> chosen_solid;  ///< the middle of one chosen by hand for `chosen_pixel`
  glm::vec2 chosen_pixel{0.0f};

  std::optional<BrushPlace> brush;  ///< of the paint tool, under the pointer
  bool colors_by_paint = false;     ///< the paint tool chose the picture's colors
  /// Of the mesh that was painted last, for smoothing.
  std::shared_ptr<const PaintGraph> paint_graph;

  bool hovers_divider = false;   ///< the pointer is on the divider of the swipe view
  view::VertexMarks hatched;     ///< what the active joint holds wrongly: see update_marks()
  view::VertexMarks emphasized;  ///< the uncovered island that a row of the bench is about

  // "Show" cycles through uncovered islands; starts over when the document changed.
  std::size_t island_turn = 0;
  std::uint64_t island_revision = 0;

  bool is_pressed = false;
  bool press_was_dragged = false;
  bool press_is_double = false;
  bool press_explains = false,
       press_asks_menu = false;  ///< what its click means, where it is not to select
  glm::vec2 press_pixel{0.0f};

  // Repeated clicks at one pixel cycle through overlapping things.
  glm::vec2 cycle_pixel{-1000.0f};
  std::size_t cycle_index = 0;
  std::vector<Id> cycle_ids;
  Id cycle_left = kNoId;  ///< what the last click went on from, if it did
  double cycle_until =
      0.0;  ///< "2 of 3: elbow.L" is said beside the pointer until this time of the app's clock

  bool is_box_armed = false;  ///< B: the next press begins a box, whatever lies there

  double hint_until = 12.0;  ///< the hint line fades away at this time of the app's clock
  int hint_place =
      -1;  ///< tab and tool it was last shown for: another one brings it back for a while
};

}  // namespace marrow
