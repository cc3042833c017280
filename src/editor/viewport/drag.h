// Drags of the viewport, from press to release: gizmo handles, capsule rims, new bones, IK tips,
// poles, the brush, the selection box, the camera, the swipe divider. An editing drag is one
// gesture of the document, computed from the scene at its start: one step when committed, none when
// canceled.
#pragma once

#include <string>
#include <string_view>

#include "editor/drag_state.h"
#include "editor/editor.h"
#include "editor/rays.h"

namespace marrow {

/// True during a drag of the viewport that edits the document.
bool is_editing(const Session& session);

// Each begin_ function returns false and changes nothing during another drag, or if it cannot grab
// anything. Modal drags follow the pointer without a button until a click or Enter.

bool begin_gizmo_drag(Session& session, TransportState& transport, ViewportState& viewport,
                      GizmoHandle handle, const Pointer& pointer, bool is_modal = false);
/// Drags the rim of a joint's capsule. If the joint is selected, the radii of all selected joints
/// change by the same ratio. Partners by name follow while session.is_symmetric.
bool begin_radius_drag(Session& session, ViewportState& viewport, Id joint, const Pointer& pointer,
                       bool is_modal = false);
/// Draws a new bone to the middle of the mesh under the pointer (Shift: just below the surface).
/// With an active joint the bone is a child: it begins at the joint's tip, or at the pressed point
/// if the press was away from the tip. Without an active joint it is a root and begins at the
/// pressed point. If there is no skeleton, makes one and binds all unbound meshes to it. The
/// document changes on release; until then viewport.plan shows the result.
bool begin_add_joint(Editor& editor, const Pointer& pointer, bool is_modal = false);
/// The wheel while a bone is drawn: moves its end to the solid `by` places further back on the
/// pointer's ray. Before the pointer has moved, moves the bone's base instead. Returns false if
/// there is no other solid.
bool cycle_solid(Editor& editor, int by);
/// E: begins a new bone from the active joint's tip to the pointer. A toast tells why it cannot.
void extrude(Editor& editor);
bool begin_box(Session& session, ViewportState& viewport, const Pointer& pointer, bool add,
               bool subtract);
/// B: the next press begins a box, whatever is under it; Esc or the right button cancels.
void arm_box(Session& session, ViewportState& viewport);
bool begin_camera_drag(Session& session, const Pointer& pointer, CameraMotion motion);
/// The point that the camera orbits: the middle of the selection, else the camera's target.
glm::vec3 orbit_center(const Session& session);
bool begin_divider_drag(Session& session, CompareState& compare, const Pointer& pointer);

/// Follows the pointer. Updates the deformer if the document changed.
void update_drag(Editor& editor, const Pointer& pointer);
/// Types into a drag: digits, '.' or ',', '-' (changes the sign at any time), '\b' (deletes);
/// ignores other characters. From then on the number is the drag's value: units along the axis,
/// degrees, a factor, a radius, or a bone's length.
void type_into_drag(Editor& editor, char key, const Pointer& pointer);
/// X, Y, Z during a drag of the gizmo or a new bone (Shift+X: the plane across X). The first press
/// constrains the drag to that world axis. The second uses the axis of the chosen orientation, or
/// the joint's own axis if the world's is chosen; a new bone uses its parent's axis. The third
/// frees the drag. The start of the drag stays.
void constrain_drag(Editor& editor, GizmoHandle axis, const Pointer& pointer);
/// True for commands that a viewport drag handles (see begin_transform()): tool.move, tool.rotate,
/// tool.scale.
bool works_in_drag(std::string_view command);
/// Ends the drag with one named step, or none if nothing changed.
void end_drag(Editor& editor);
/// Esc or the right button: restores the scene bit for bit.
void cancel_drag(Editor& editor);

/// "Rotate elbow.L   X (world)   45.0\u00b0" during an editing drag; empty otherwise.
std::string drag_text(const Session& session);
/// The keys of the drag: "X Y Z axis Shift+X plane ..."; empty if there are none.
std::string drag_keys(const Session& session);
/// Why the drag cannot follow the pointer; empty if it can.
std::string drag_refusal(const Session& session);

/// G, R, S: starts a modal transform of the selection; a click or Enter commits, Esc or the right
/// button restores. During a drag, switches to that kind of transform, from the same start; R
/// during a rotation switches to a trackball. If nothing is selected, only picks the tool; if the
/// tab has no such tool, does nothing. The pointer may be anywhere: a number can be typed.
void begin_transform(Editor& editor, Tool tool);
/// Esc: cancels the drag; else closes the first of these that is active: box select, a window,
/// markers, the brush, a motion, a comparison, a visited case; else clears the selection.
void cancel_or_clear(Editor& editor);

}  // namespace marrow
