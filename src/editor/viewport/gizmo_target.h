// The gizmo for the present tab, tool and selection, and its place.
#pragma once

#include <optional>

#include "editor/drag_state.h"
#include "editor/editor.h"
#include "view/picture/picking.h"

namespace marrow {

/// Half the width of the gizmo on the screen, pixels at UI scale 1.
inline constexpr float kGizmoPixels = 90.0f;

/// The gizmo's target: nodes in Layout (a selected joint counts as its skeleton's node), joints in
/// Pose, one end of the active bone in Rig. None if nothing suitable is selected or the tool has no
/// gizmo.
std::optional<GizmoTarget> gizmo_target(const Session& session, const TransportState& transport,
                                        const ViewportState& viewport);

/// The gizmo on a target, in constant screen size, along the chosen orientation or along `axes`.
Gizmo gizmo_on(const Session& session, const GizmoTarget& target);
Gizmo gizmo_on(const Session& session, const GizmoTarget& target, GizmoOrientation axes);

/// The dragged objects and the increment of the drag along `axes`. Targets that move about their
/// own bases get one increment each.
Grasp grasp_of(const Session& session, const GizmoTarget& target, const GizmoDrag& drag,
               GizmoOrientation axes);

/// The axis of a handle, world space; the view direction for planes, center and trackball.
glm::vec3 axis_of(const Gizmo& gizmo, GizmoHandle handle);
bool is_plane(GizmoHandle handle);
/// Whether a handle for an axis or a plane moves along axis 0, 1 or 2.
bool moves_along(GizmoHandle handle, int axis);

/// "Rotate", "Move", "Scale", "Move tip of", "Move base of": the verb in the history and header
/// line.
const char* verb_of(const GizmoTarget& target);

/// "X", "YZ", "view": the handle in the words of the header line.
const char* handle_name(GizmoMode mode, GizmoHandle handle);
/// "world", "parent", "own", "view": an orientation in the words of the header line.
const char* orientation_name(GizmoOrientation orientation);

/// Measures the scene if it changed. Do not call it during a drag, whose steps must not change.
void note_scene_size(Session& session, ViewportState& viewport);

/// Snapping steps from the preferences. If a preference is 0: 0.1 for a scene 1 to 10 units
/// large and so on by powers of ten, and a tenth of that for radii.
float move_step(const Session& session, const ViewportState& viewport);
float radius_step(const Session& session, const ViewportState& viewport);

}  // namespace marrow
