// Drags of the viewport, from press to release: gizmo handles, capsule rims, new bones, the
// selection box, the camera. No ImGui, so that tests drag with numbers. A drag that edits is one
// gesture of the document, computed from the scene at its start: one step when committed, nothing
// when canceled.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "editor/drag_state.h"
#include "editor/rays.h"
#include "editor/session.h"

namespace marrow {

struct CompareState;
struct Editor;
struct TransportState;
struct ViewportState;

/// A drag of the viewport that edits the document is under way.
bool is_editing(const Session& session);

// Each begin_ refuses (returns false, changes nothing) during another drag or when nothing can be
// grabbed. Modal drags follow the pointer without a button until a click or Enter.

bool begin_gizmo_drag(Session& session, TransportState& transport, ViewportState& viewport,
                      GizmoHandle handle, const Pointer& pointer, bool is_modal = false);
/// Drags the rim of a joint's capsule. Radii of all selected joints change by the same ratio if it
/// is one of them. Partners by name follow while session.is_symmetric.
bool begin_radius_drag(Session& session, ViewportState& viewport, Id joint, const Pointer& pointer,
                       bool is_modal = false);
/// With an active joint: a child from its tip to the middle of the mesh under the pointer (Shift:
/// just below the surface); dragged from elsewhere, the child's base is where it was pressed. With
/// none: a root, from the pressed point to the released one. Without a skeleton one is made and all
/// unbound meshes are bound to it. The document changes on release; until then viewport.plan shows
/// the result.
bool begin_add_joint(Editor& editor, const Pointer& pointer, bool is_modal = false);
/// The wheel while a bone is drawn: its end (before the pointer moved, its beginning) goes to the
/// solid `by` further back on the pointer's ray. False where there is no other.
bool turn_solid(Editor& editor, int by);
/// E: a new bone from the active joint's tip to the pointer. A toast says why it cannot begin.
void extrude(Editor& editor);
bool begin_box(Session& session, ViewportState& viewport, const Pointer& pointer, bool add,
               bool subtract);
/// B: the next press begins a box, whatever is under it; Esc or the right button cancels.
void arm_box(Session& session, ViewportState& viewport);
bool begin_camera_drag(Session& session, const Pointer& pointer, CameraMotion motion);
/// The point that the camera orbits: the middle of the selection, else its target.
glm::vec3 orbit_center(const Session& session);
/// The divider of the swipe view; refuses when the pointer is not on it.
bool begin_divider_drag(Session& session, CompareState& compare, const Pointer& pointer);

/// Follows the pointer. Brings the deformer up to date when the document changed.
void update_drag(Editor& editor, const Pointer& pointer);
/// Types into a drag: digits, '.' or ',', '-' (changes the sign anywhere), '\b' deletes; others are
/// ignored. The number is the drag's value from then on: units along the axis, degrees, a factor, a
/// radius, a bone's length.
void type_into_drag(Editor& editor, char key, const Pointer& pointer);
/// X, Y, Z during a drag of the gizmo or a new bone (Shift+X: the plane across X): along that world
/// axis; pressed again, the own axis (of the chosen orientation, of the joint where that is the
/// world's); a third time, free. All from the same start.
void constrain_drag(Editor& editor, GizmoHandle axis, const Pointer& pointer);
/// Commands that a viewport drag handles (see begin_transform()): tool.move, tool.rotate,
/// tool.scale.
bool works_in_drag(std::string_view command);
/// Releases: one named step, or none when nothing changed.
void end_drag(Editor& editor);
/// Esc or the right button: everything is bit-identical to before the drag.
void cancel_drag(Editor& editor);

/// "Rotate elbow.L   X (world)   45.0\u00b0" while a drag edits; empty otherwise.
std::string drag_text(const Session& session);
/// The keys of the drag: "X Y Z axis Shift+X plane ..."; empty without any.
std::string drag_keys(const Session& session);
/// The reason why the drag cannot follow the pointer; empty when it can.
std::string drag_refusal(const Session& session);

/// G, R, S: starts the transform under the pointer without a button; a click or Enter commits, Esc
/// or the right button restores. During a drag it changes the kind, from the same start; R during a
/// rotation is a trackball. Without such a transform, a selection or the pointer over the viewport
/// it only picks the tool.
void begin_transform(Editor& editor, Tool tool);
/// Esc: cancels the drag, else ends a motion or a comparison, else clears the selection.
void cancel_or_clear(Editor& editor);

}  // namespace marrow
