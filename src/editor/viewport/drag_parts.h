// The kinds of drags behind editor/viewport/drag.h, one file each, and what they share. Only the
// files viewport_drag*.cpp and editor/viewport/drag_ik.cpp include it.
#pragma once

#include <optional>
#include <string>

#include "editor/session.h"
#include "editor/viewport/drag_state.h"

namespace marrow {
struct CourseState;
struct ViewportState;
}  // namespace marrow

namespace marrow::drag_parts {

/// A tenth of the movement, while Shift is held.
inline constexpr float kPreciseShare = 0.1f;

/// The number that was typed; nothing while it is none yet ("-", ".").
std::optional<float> number_in(const std::string& text);

/// Ctrl snaps; with "snap always" it lets go.
bool snaps(const Session& session, const Pointer& pointer);

/// Another press on X, Y or Z: the world's axis, then the own one, then free again. Another axis or
/// plane begins anew.
AxisLock next_lock(const AxisLock& lock, GizmoHandle asked);

void show_changes(Session& session);

// editor/viewport/drag_gizmo.cpp
void update(Session& session, ViewportState& viewport, HandleDrag& held, const Pointer& pointer);
void constrain(Session& session, HandleDrag& held, GizmoHandle asked);
void finish(Session& session, const HandleDrag& held);

// editor/viewport/drag_radius.cpp
void update(Session& session, ViewportState& viewport, RadiusDrag& held, const Pointer& pointer);
void finish(Session& session, const RadiusDrag& held);

// editor/viewport/drag_bone.cpp
void update(Session& session, ViewportState& viewport, BoneDrag& held, const Pointer& pointer);
void finish(Session& session, ViewportState& viewport, const BoneDrag& held);

// editor/viewport/drag_ik.cpp
void update(Session& session, CourseState& course, ViewportState& viewport, IkDrag& held,
            const Pointer& pointer);
void finish(Session& session, const IkDrag& held);

// editor/viewport/drag_camera.cpp
void update(Session& session, CameraDrag& held, const Pointer& pointer);

}  // namespace marrow::drag_parts
