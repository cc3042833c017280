// Drags of the viewport, from press to release: gizmo handles, capsule rims, new bones, the
// selection box, the camera. Pointers in, changes of the document out; no ImGui, so that every drag
// is tested with numbers. Each drag that edits is one gesture of the document: it is computed from
// the scene at its start, one step in the history when it is committed, and not a trace when it is
// cancelled.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "editor/session.h"
#include "editor/viewport/drag_state.h"
#include "editor/viewport/rays.h"

namespace marrow {

struct CompareState;
struct Editor;
struct TransportState;
struct ViewportState;

/// A drag of the viewport that edits the document is under way.
bool is_editing(const Session& session);

// Each begin_ refuses (returns false, nothing changed) while another drag is under way or when
// there is nothing to take hold of. Modal ones need no button held: they follow the pointer until a
// click or Enter.

bool begin_gizmo_drag(Session& session, TransportState& transport, ViewportState& viewport,
                      GizmoHandle handle, const Pointer& pointer, bool is_modal = false);
/// The rim of a joint's capsule. When the joint is one of several selected ones, their radii change
/// by the same ratio. Partners by name follow in the same gesture while session.is_symmetric.
bool begin_radius_drag(Session& session, ViewportState& viewport, Id joint, const Pointer& pointer,
                       bool is_modal = false);
/// With an active joint: its child, from its tip to the point in the middle of the mesh under the
/// pointer (with Shift: just below its surface); a press that is dragged away from that tip gives
/// the child a base of its own where it was pressed. With none: a root, from the point under the
/// pointer to where it is released. In a scene without a skeleton one is made and all unbound
/// meshes are bound to it. The document changes when the bone is let go; until then viewport.plan
/// tells what it would be.
bool begin_add_joint(Editor& editor, const Pointer& pointer, bool is_modal = false);
/// E: a new bone from the active joint's tip, at once under the pointer. Says why when it cannot
/// begin.
void extrude(Editor& editor);
bool begin_box(Session& session, ViewportState& viewport, const Pointer& pointer, bool add,
               bool subtract);
/// B: the next press begins a box, whatever lies under it; Esc or the right button forgets it.
void arm_box(Session& session, ViewportState& viewport);
bool begin_camera_drag(Session& session, const Pointer& pointer, CameraMotion motion);
/// What the camera orbits about: the middle of the selection, else its target.
glm::vec3 orbit_center(const Session& session);
/// The divider of the swipe view; refuses when the pointer is not on it.
bool begin_divider_drag(Session& session, CompareState& compare, const Pointer& pointer);

/// Follows the pointer. Brings the deformer up to date when the document changed.
void update_drag(Editor& editor, const Pointer& pointer);
/// A key typed during a drag: digits, '.' or ',', '-' (changes the sign wherever it is typed), '\b'
/// takes one back. Others are ignored. The number is the value of the drag from then on: units
/// along the axis, degrees, a factor, a radius, a bone's length.
void type_into_drag(Editor& editor, char key, const Pointer& pointer);
/// X, Y, Z during a drag of the gizmo or of a new bone, Shift+X the plane across X: from here on it
/// runs along that axis of the world; asked for again, along the own axis (of the orientation
/// chosen, of the joint where that is the world's); a third time it is free again. All is computed
/// from the same start.
void constrain_drag(Editor& editor, GizmoHandle axis, const Pointer& pointer);
/// Commands that a drag of the viewport understands (see begin_transform()): tool.move,
/// tool.rotate, tool.scale.
bool works_in_drag(std::string_view command);
/// Releases: one named step, or none when nothing changed.
void end_drag(Session& session, ViewportState& viewport);
/// Esc or the right button: everything is bit-identical to what it was before the drag.
void cancel_drag(Session& session, CompareState& compare, ViewportState& viewport);

/// "Rotate elbow.L   X (world)   45.0\u00b0" while a drag edits; empty otherwise.
std::string drag_text(const Session& session);
/// What can be pressed now: "X Y Z axis   Shift+X plane   ...". Empty when nothing can.
std::string drag_keys(const Session& session);
/// Why the drag cannot do what the pointer asks; empty when it can.
std::string drag_refusal(const Session& session);

/// G, R, S: the transform starts at once under the pointer, no button held; a click or Enter
/// commits, Esc or the right button restores. During a drag it changes the kind of transform, from
/// the same start; R during a rotation turns freely, as a ball under the hand. Where the tab has no
/// such transform, nothing is selected, or the pointer is elsewhere, it only picks the tool.
void begin_transform(Editor& editor, Tool tool);
/// Esc: restores the drag under way, otherwise ends a motion or a comparison, otherwise clears the
/// selection.
void cancel_or_clear(Editor& editor);

}  // namespace marrow
