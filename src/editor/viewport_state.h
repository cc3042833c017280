// State of the viewport as plain data, without ImGui, SDL or GL types. The drag under way is in the
// session (drag_state.h).
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "editor/drag_state.h"
#include "scene/scene.h"
#include "view/picture/picking.h"

namespace marrow {

class PaintGraph;

/// The parts that an undone or redone step changed, while they flash.
struct Flash {
  std::vector<Id> ids;  ///< joints and nodes
  double begun = -1e9;  ///< seconds of the app's clock
  Scene seen;           ///< the scene of the last frame outside a drag, to compare with
  std::size_t step = 0, steps = 0;
};

/// The base or tip of a new bone, shown under the pointer by the add tool.
struct GhostPoint {
  glm::vec3 point{0.0f};
  /// Thickness of the solid at the point along the view, or across it where that is clearly less,
  /// world units; 0 if the pointer is not over a mesh.
  float thickness = 0.0f;
  struct Solid {
    glm::vec3 front{0.0f}, back{0.0f};
  };
  std::vector<Solid> solids;  ///< all solids on the pointer's ray, front to back, world space
  int chosen = -1;            ///< index of the solid with the point; -1: none
  bool is_in_middle = false;  ///< the point was moved onto the body's plane of symmetry
};

/// A bone not yet added: its capsules and the vertices it would capture.
struct BonePlan {
  struct Capsule {
    /// From a frame at the bone's base whose +z runs along the bone, skeleton units.
    glm::mat4 world_from_bone{1.0f};
    float length = 0.0f, radius = 0.0f;
    glm::vec3 base{0.0f}, tip{0.0f};  ///< world space
  };
  std::vector<Capsule> capsules;    ///< the bone's, then its mirror image's if editing is symmetric
  std::uint32_t captured = 0;       ///< source vertices that the bone would capture
  std::uint32_t newly_covered = 0;  ///< how many of these are uncovered now
};

struct ViewportState {
  float scene_size = 1.0f;  ///< diagonal of the scene's bounds, for steps: see note_scene_size()
  std::uint64_t scene_size_revision = 0;  ///< the document's revision when it was measured
  Pointer pointer;                        ///< in the last frame with the pointer over the window
  Touch touch;                            ///< in this frame; its places are in the window
  bool is_over = false;                   ///< `pointer` was over the picture
  int samples = 4;  ///< antialiasing, set by the frame loop: 1 during movement, 4 at rest
  RigEnd rig_end = RigEnd::tip;

  bool awaits_picture = false;  ///< a slow picture is drawn next: the window shows that
  /// Cache for rays through the pointer. Shared, because functions of a const Editor update it.
  std::shared_ptr<view::RayBoxes> ray_boxes = std::make_shared<view::RayBoxes>();

  // The object under the pointer.
  view::Pick hovered;
  GizmoHandle hovered_handle = GizmoHandle::none;
  Id hovered_tip = kNoId;                       ///< in Pose, the joint whose tip a drag would pull
  std::optional<std::size_t> hovered_marker{};  ///< index into FigureState::markers
  bool hovers_pole = false;                     ///< the pointer is on the head of a pole arrow
  std::optional<GhostPoint> ghost;
  std::optional<BonePlan> plan;  ///< the new bone being drawn or under the pointer
  /// Middle of the solid chosen by a click at `chosen_pixel`.
  std::optional<glm::vec3> chosen_solid;
  glm::vec2 chosen_pixel{0.0f};

  std::optional<BrushPlace> brush;  ///< the paint tool's brush under the pointer
  bool colors_by_paint = false;     ///< the paint tool chose the picture's colors
  /// Neighbors in the mesh painted last, for smoothing.
  std::shared_ptr<const PaintGraph> paint_graph;

  bool hovers_divider = false;   ///< the pointer is on the divider of the swipe view
  view::VertexMarks hatched;     ///< vertices that bleed to the active joint: see update_marks()
  view::VertexMarks emphasized;  ///< the uncovered island of the hovered row of the bench
  view::VertexMarks faults;      ///< faults of meshes (mesh_check.h); drawn as `emphasized`

  Flash flash;

  // "Show" cycles through uncovered islands, from the start when the document changed.
  std::size_t island_turn = 0;
  std::uint64_t island_revision = 0;

  bool is_pressed = false;
  bool press_was_dragged = false;
  bool press_is_double = false;
  bool press_explains = false, press_asks_menu = false;  ///< action of the click
  glm::vec2 press_pixel{0.0f};
  std::vector<Id> selected_at_press;

  // Repeated clicks at one pixel cycle through overlapping objects.
  glm::vec2 cycle_pixel{-1000.0f};
  std::size_t cycle_index = 0;
  std::vector<Id> cycle_ids;
  Id cycle_left = kNoId;     ///< active before the last click moved on to the next object
  double cycle_until = 0.0;  ///< app time until which "2 of 3: elbow.L" is shown at the pointer

  bool is_box_armed = false;  ///< B: the next press begins a box, whatever is under it

  double hint_until = 12.0;  ///< app time at which the hint line fades
  int hint_place = -1;       ///< tab and tool of the hint shown last; another one shows it again
};

}  // namespace marrow
