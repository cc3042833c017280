// Drags of the viewport as plain data: values of `Drag`, updated by the functions of
// viewport/drag.h. No ImGui, SDL or GL types.
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
#include "rig/figure/markers.h"

namespace marrow {

class PaintStroke;

/// The pointer, in pixels from the viewport's upper left corner, with the modifier keys of drags.
struct Pointer {
  glm::vec2 pixel{0.0f};
  bool snap = false;     ///< Ctrl: whole steps, relative to the start of the drag
  bool precise = false;  ///< Shift: a tenth of the movement while it is held
  bool operator==(const Pointer&) const = default;
};

/// Fingers on a touch screen. A single finger is also the pointer with its left button.
struct Touch {
  int fingers = 0;         ///< touching now
  bool presses = false;    ///< the left button is pressed by a finger
  glm::vec2 center{0.0f};  ///< middle of two or more fingers, pixels
  glm::vec2 pan{0.0f};     ///< movement of the center in this frame
  float zoom = 1.0f;       ///< factor of the distance between fingers in this frame
};

/// What the gizmo moves. In Rig it moves one of the two ends of a bone.
using GizmoMoves = GestureMoves;
enum class RigEnd { tip, base };

/// The frames of a joint or node that a gizmo can use: world space, at the object's origin.
struct GizmoFrames {
  /// A joint's rest axes S W_p L, in which its angles are measured; a node's own matrix.
  glm::mat4 own{1.0f};
  glm::mat4 parent{1.0f};  ///< S W_p; the parent node's axes
};

struct GizmoTarget {
  GizmoMoves moves = GizmoMoves::joints;
  GizmoMode mode = GizmoMode::rotate;
  std::vector<Id> ids;     ///< never empty; the active one last
  glm::mat4 frame{1.0f};   ///< the gizmo's place, with the active object's own axes
  glm::mat4 parent{1.0f};  ///< the gizmo's place, with the axes of the active object's parent
  /// The top-most of `ids` if each moves about its own base; empty if all share the gizmo.
  std::vector<std::pair<Id, GizmoFrames>> each{};
  std::string name{};  ///< "elbow.L", "3 joints"
};

/// The constraint set by X, Y or Z: first a world axis (or plane), at the second press an axis of
/// the chosen orientation.
struct AxisLock {
  GizmoHandle handle = GizmoHandle::none;  ///< none: free
  bool is_own = false;
  bool operator==(const AxisLock&) const = default;
};

struct HandleDrag {
  GizmoTarget target;
  GizmoDrag drag;
  GizmoOrientation axes = GizmoOrientation::world;  ///< the axes of `drag`
  AxisLock lock{};
  Pointer start{};
  /// Rotations: unit vector from the pivot to the grabbed point of the ring, where the pie starts.
  glm::vec3 start_direction{0.0f};
  Ray start_ray{};
  std::string typed{};    ///< digits typed during the drag; they override the pointer
  std::string refusal{};  ///< why the last update was refused; empty if it was not
  bool is_modal = false;  ///< started with a key: no button is held, a click commits
};

/// A drag of a capsule's rim. On a tapered capsule it changes the radius of the nearer end, or both
/// radii when grabbed in the middle. Selected joints keep the ratio of their radii.
struct RadiusDrag {
  enum class End { both, origin, tip };
  Id joint = kNoId;  ///< the joint whose rim was grabbed
  std::vector<Id> joints{};
  End end = End::both;
  std::vector<Radii> start_radii{};  ///< one per joint, skeleton units
  glm::vec3 base{0.0f}, tip{0.0f};
  float world_per_radius = 1.0f;  ///< world units per unit of radius: the mean scale of S W B^-1
  /// Distance from the pointer's ray to the bone at which the radius was `anchor_radius`. Both are
  /// set again when Shift changes.
  float anchor_distance = 0.0f;
  float anchor_radius = 0.0f;
  bool was_precise = false;
  float radius = 0.0f;  ///< present radius of `joint` at `end`; for `both` the larger one
  std::uint32_t start_captured = 0;  ///< vertices that `joint` captured at the start
  /// Captured vertices at the start, for every joint whose radius changes, partners included.
  std::vector<std::pair<Id, std::uint32_t>> all_captured{};
  std::string typed{};
  Pointer start{};
  bool is_modal = false;
};

/// A new bone being drawn, from its base to the pointer. The document changes on release.
struct BoneDrag {
  op::AddJoint bone;
  AxisLock lock;
  std::string typed;  ///< digits of the bone's length
  bool is_modal = false;
  glm::vec2 press_pixel{0.0f};
  std::optional<glm::vec3> chosen{};  ///< the middle of the solid chosen with the wheel
  /// The pressed point of the model: the base of a bone that is not drawn from its parent's tip.
  glm::vec3 pressed{0.0f};
};

/// A drag of a posed bone's tip; its limb follows by inverse kinematics.
struct IkDrag {
  Id joint = kNoId;
  Id skeleton = kNoId;     ///< the skeleton's node
  glm::vec3 start{0.0f};   ///< the tip at the start, world space
  glm::vec3 facing{0.0f};  ///< normal, towards the eye, of the drag plane through `start`
  /// The pointer's point on the drag plane when the target was `anchor_target`. Both are set again
  /// when Shift changes.
  glm::vec3 anchor{0.0f};
  glm::vec3 anchor_target{0.0f};
  bool was_precise = false;
  glm::vec3 target{0.0f};  ///< the wanted place of the tip
  std::string refusal{};   ///< why the last update was refused; empty if it was not

  /// The target for the point `at` of the drag plane. While Shift is held, only `precise_share` of
  /// the movement counts.
  glm::vec3 free_target(const glm::vec3& at, float precise_share) const {
    return anchor_target + (was_precise ? precise_share : 1.0f) * (at - anchor);
  }
};

/// The bone above an elbow or a knee; the pole arrow turns about it.
struct PoleFrame {
  glm::mat4 world_from_frame{1.0f};  ///< S W_p L, the frame in which poles are stored
  glm::vec3 origin{0.0f};            ///< origin of the posed joint, world space
  glm::vec3 bone{0.0f};              ///< unit vector along the bone above
};

/// A drag of the pole arrow of an elbow or a knee. Angles in radians about the bone above.
struct PoleDrag {
  Id joint = kNoId;
  PoleFrame frame{};
  glm::vec3 start{0.0f};  ///< the arrow's direction at the start, world space, unit
  glm::vec3 last{0.0f};   ///< the pointer's direction at the last update
  float moved = 0.0f;     ///< angle of the pointer since the start
  float angle = 0.0f;     ///< angle applied: `moved`, or whole steps of it
};

/// The brush on a mesh, world space.
struct BrushPlace {
  glm::vec3 middle{0.0f};
  glm::vec3 normal{0.0f, 1.0f, 0.0f};  ///< the mesh's normal there, towards the viewer
  float radius = 0.0f;
};

struct PaintDrag {
  op::PaintWeights operation{};  ///< the stroke so far
  std::shared_ptr<PaintStroke> stroke{};
  std::shared_ptr<const Skeleton> skeleton{};  ///< read by the stroke
  glm::vec2 last{0.0f};                        ///< pixel of the last dab
  bool has_painted = false;
};

struct BoxDrag {
  glm::vec2 from{0.0f}, to{0.0f};
  bool add = false, subtract = false;
};

/// none: a press that can only become a click.
enum class CameraMotion { none, orbit, pan, dolly };

struct CameraDrag {
  CameraMotion motion = CameraMotion::orbit;
  glm::vec2 last{0.0f};
  glm::vec3 center{0.0f};  ///< an orbit turns about this point
};

struct DividerDrag {
  float grabbed_at = 0.0f;  ///< pixels from the divider to the pressed point
  float start = 0.5f;       ///< the divider at the start, share of the width
};

struct MarkerDrag {
  std::size_t marker = 0;
  FigureMarkers before{};
};

using Drag = std::variant<std::monostate, HandleDrag, RadiusDrag, BoneDrag, IkDrag, PoleDrag,
                          PaintDrag, MarkerDrag, BoxDrag, CameraDrag, DividerDrag>;

}  // namespace marrow
