// Drags of the viewport as plain data: values of `Drag`, moved on by the functions of drag.h. No
// ImGui, no SDL, no GL.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "edit/gesture.h"
#include "edit/gizmo.h"
#include "edit/operation.h"

namespace marrow {

class PaintStroke;

/// The pointer: pixels from the viewport's upper left corner, and the modifiers of drags.
struct Pointer {
  glm::vec2 pixel{0.0f};
  bool snap = false;     ///< Ctrl: whole steps, relative to the start of the drag
  bool precise = false;  ///< Shift: a tenth of the movement, from the moment it is held
  bool operator==(const Pointer&) const = default;
};

/// Fingers on a screen. One of them is the pointer, too, with its left button.
struct Touch {
  int fingers = 0;         ///< there now
  bool presses = false;    ///< the left button is a finger's
  glm::vec2 center{0.0f};  ///< of two fingers and more, pixels
  glm::vec2 pan{0.0f};     ///< in this frame: of the center
  float zoom = 1.0f;       ///< in this frame: the factor of their distance
};

/// The objects that the gizmo moves. In Rig a bone is moved by one of its two ends.
using GizmoMoves = GestureMoves;
enum class RigEnd { tip, base };

/// The place of something that a gizmo moves: its origin and the axes of both orientations. World
/// space.
struct Stand {
  glm::mat4 own{
      1.0f};  ///< a joint's rest axes S W_p L, in which its angles are counted; a node's own matrix
  glm::mat4 parent{1.0f};  ///< S W_p; the parent node's matrix; at the same origin
};

struct GizmoTarget {
  GizmoMoves moves = GizmoMoves::joints;
  GizmoMode mode = GizmoMode::rotate;
  std::vector<Id> ids;     ///< never empty; the active one last
  glm::mat4 frame{1.0f};   ///< where the gizmo stands, with the active one's own axes
  glm::mat4 parent{1.0f};  ///< the same place, with the axes of its parent
  std::vector<std::pair<Id, Stand>> each;  ///< the top-most of `ids` when each moves about its own
                                           ///< base; otherwise empty: all share the gizmo
  std::string name;                        ///< "elbow.L", "3 joints"
};

/// The constraint by X, Y or Z: the world's axis (or plane), at the second press the orientation's.
struct AxisLock {
  GizmoHandle handle = GizmoHandle::none;  ///< none: free
  bool is_own = false;
  bool operator==(const AxisLock&) const = default;
};

/// A gizmo handle in hand.
struct HandleDrag {
  GizmoTarget target;
  GizmoDrag drag;
  GizmoOrientation axes = GizmoOrientation::world;  ///< along which `drag` runs
  AxisLock lock;
  Pointer start;
  glm::vec3 start_direction{0.0f};  ///< rotations: from the pivot to where the ring was grabbed,
                                    ///< unit; the pie starts there
  Ray start_ray;
  std::string typed;      ///< digits typed during the drag; not empty: they are the value
  std::string refusal;    ///< why the last update was refused, empty when it was not
  bool is_modal = false;  ///< started with a key: no button is held, a click commits
};

/// A capsule's rim in hand: of a tapered one near an end that end's radius, in the middle both.
/// Several selected joints keep the ratio of their radii.
struct RadiusDrag {
  enum class End { both, origin, tip };
  Id joint = kNoId;  ///< the one whose rim was grabbed
  std::vector<Id> joints;
  End end = End::both;
  std::vector<Radii> start_radii;  ///< one per joint, skeleton units
  glm::vec3 base{0.0f}, tip{0.0f};
  float world_per_radius = 1.0f;  ///< world units of one unit of radius: the mean scale of S W B^-1
  float anchor_distance = 0.0f;  ///< from the pointer's ray to the bone where `anchor_radius` held;
                                 ///< a new anchor when Shift changes
  float anchor_radius = 0.0f;
  bool was_precise = false;
  float radius = 0.0f;               ///< now, of `joint`: at `end`, or the larger one
  std::uint32_t start_captured = 0;  ///< vertices that `joint` held at the start
  std::vector<std::pair<Id, std::uint32_t>>
      all_captured{};  ///< the same of every joint whose radius changes, partners included
  std::string typed;
  Pointer start;
  bool is_modal = false;
};

/// A new bone being drawn, from its base to the pointer. The document changes on release.
struct BoneDrag {
  op::AddJoint bone;
  AxisLock lock;
  std::string typed;  ///< its length
  bool is_modal = false;
  glm::vec2 press_pixel{0.0f};
  std::optional<glm::vec3> chosen{};  ///< the middle of the solid that was chosen by hand
  glm::vec3 pressed{0.0f};  ///< the point of the model that was pressed: where a bone begins that
                            ///< is dragged away from its parent's tip
};

/// The tip of a posed bone in hand, with its limb following.
struct IkDrag {
  Id joint = kNoId;
  Id skeleton = kNoId;    ///< its node
  glm::vec3 start{0.0f};  ///< the tip, world space
  glm::vec3 facing{
      0.0f};  ///< the plane through `start` in which the pointer moves: its normal, towards the eye
  glm::vec3 anchor{
      0.0f};  ///< where the pointer met that plane when the tip was asked to be at `anchor_target`
  glm::vec3 anchor_target{0.0f};
  bool was_precise = false;  ///< a new anchor when Shift changes
  glm::vec3 target{0.0f};    ///< where the tip shall be now
  std::string refusal{};     ///< why the last update was refused, empty when it was not

  /// The target for the pointer at `at`; `precise_share` of the way while Shift is held.
  glm::vec3 free_target(const glm::vec3& at, float precise_share) const {
    return anchor_target + (was_precise ? precise_share : 1.0f) * (at - anchor);
  }
};

/// The bone above an elbow, about which its arrow turns.
struct PoleFrame {
  glm::mat4 world_from_frame{1.0f};  ///< S W_p L, in which a pole is kept
  glm::vec3 origin{0.0f};            ///< the posed joint's, world space
  glm::vec3 bone{0.0f};              ///< along the bone above, unit
};

/// The arrow of an elbow or a knee in hand. Radians about the bone above.
struct PoleDrag {
  Id joint = kNoId;
  PoleFrame frame{};
  glm::vec3 start{0.0f};  ///< where it pointed, world space, unit
  glm::vec3 last{0.0f};   ///< the pointer's direction then
  float moved = 0.0f;     ///< by the pointer since the start
  float angle = 0.0f;     ///< the same in whole steps while they are asked for
};

/// The brush on a mesh, world space.
struct BrushPlace {
  glm::vec3 middle{0.0f};
  glm::vec3 normal{0.0f, 1.0f, 0.0f};  ///< of the mesh there, towards the viewer
  float radius = 0.0f;
};

/// A stroke of the paint tool.
struct PaintDrag {
  op::PaintWeights operation{};  ///< so far
  std::shared_ptr<PaintStroke> stroke{};
  std::shared_ptr<const Skeleton> skeleton{};  ///< that the stroke reads
  glm::vec2 last{0.0f};                        ///< the pixel of the last dab
  bool has_painted = false;
};

/// A rectangle of selection.
struct BoxDrag {
  glm::vec2 from{0.0f}, to{0.0f};
  bool add = false, subtract = false;
};

enum class CameraMotion {
  none,
  orbit,
  pan,
  dolly
};  ///< none: a press that can only become a click

struct CameraDrag {
  CameraMotion motion = CameraMotion::orbit;
  glm::vec2 last{0.0f};
  glm::vec3 center{0.0f};  ///< what an orbit goes about: the selection, else the camera's target
};

/// The divider of the swipe view in hand.
struct DividerDrag {
  float grabbed_at = 0.0f;  ///< pixels to the right of the divider
  float start = 0.5f;       ///< where it stood, share of the width
};

using Drag = std::variant<std::monostate, HandleDrag, RadiusDrag, BoneDrag, IkDrag, PoleDrag,
                          PaintDrag, BoxDrag, CameraDrag, DividerDrag>;

}  // namespace marrow
