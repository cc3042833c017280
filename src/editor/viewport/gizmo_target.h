// The gizmo of the present tab, tool and selection, and its place.
#pragma once

#include <optional>

#include "editor/drag_state.h"
#include "editor/session.h"
#include "view/picture/picking.h"

namespace marrow {

struct TransportState;
struct ViewportState;

/// Half the width of the gizmo on the screen, pixels at UI scale 1.
inline constexpr float kGizmoPixels = 90.0f;

/// The gizmo's target: nodes in Layout (a selected joint stands for its skeleton's node), joints in
/// Pose, one end of the active bone in Rig. None when nothing fits or the tool has no gizmo.
std::optional<GizmoTarget> gizmo_target(const Session& session, const TransportState& transport,
                                        const ViewportState& viewport);

/// The gizmo on that target, of constant size on the screen, along the axes chosen or along others.
Gizmo gizmo_on(const Session& session, const GizmoTarget& target);
Gizmo gizmo_on(const Session& session, const GizmoTarget& target, GizmoOrientation axes);

/// What is held and how far the drag moved it, along `axes`. Targets that move about their own
/// bases get an increment each.
Grasp grasp_of(const Session& session, const GizmoTarget& target, const GizmoDrag& drag,
               GizmoOrientation axes);

/// A handle for an axis, or a plane, moves along the axis 0, 1 or 2.
bool moves_along(GizmoHandle handle, int axis);

/// "Rotate", "Move", "Scale", "Move tip", "Move base": the verb in the history and the header line.
const char* verb_of(const GizmoTarget& target);

/// "X", "YZ", "view": the handle in the words of the header line.
const char* handle_name(GizmoMode mode, GizmoHandle handle);
/// "world", "parent", "own", "view": an orientation in the words of the header line.
const char* orientation_name(GizmoOrientation orientation);

/// Measures the scene when it changed. Not to be called during a drag, whose steps must not change.
void note_scene_size(Session& session, ViewportState& viewport);

/// Steps of Ctrl, from the preferences or, where these leave it open, the power of ten of the
/// scene's size: 0.1 for a scene 1 to 10 units large. Radii take a tenth of a move's step.
float move_step(const Session& session, const ViewportState& viewport);
float radius_step(const Session& session, const ViewportState& viewport);

}  // namespace marrow
