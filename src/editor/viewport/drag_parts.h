// The kinds of drags behind drag.h, one source each, and shared helpers. Only for drag*.cpp.
#pragma once

#include <optional>
#include <string>

#include "editor/drag_state.h"
#include "editor/editor.h"

namespace marrow::drag_parts {

/// Share of the movement that counts while Shift is held.
inline constexpr float kPreciseShare = 0.1f;

/// The typed number; none if incomplete ("-", ".").
std::optional<float> number_in(const std::string& text);

/// Whether the drag snaps: Ctrl snaps; with "snap always" Ctrl turns snapping off.
bool snaps(const Session& session, const Pointer& pointer);

/// The lock after a press of X, Y or Z: world axis, own axis, free. Another axis or plane begins
/// with the world axis.
AxisLock next_lock(const AxisLock& lock, GizmoHandle asked);

// drag_gizmo.cpp
void update(Session& session, ViewportState& viewport, HandleDrag& held, const Pointer& pointer);
void constrain(Session& session, HandleDrag& held, GizmoHandle asked);
void finish(Session& session, const HandleDrag& held);

// drag_radius.cpp
void update(Session& session, ViewportState& viewport, RadiusDrag& held, const Pointer& pointer);
void finish(Session& session, const RadiusDrag& held);

// drag_bone.cpp
void update(Session& session, ViewportState& viewport, BoneDrag& held, const Pointer& pointer);
void finish(Session& session, ViewportState& viewport, const BoneDrag& held);

// drag_ik.cpp
void update(Session& session, CourseState& course, ViewportState& viewport, IkDrag& held,
            const Pointer& pointer);
void finish(Session& session, const IkDrag& held);

// drag_pole.cpp
void update(Session& session, PoleDrag& held, const Pointer& pointer);
void finish(Session& session, const PoleDrag& held);

// drag_camera.cpp
void update(Session& session, CameraDrag& held, const Pointer& pointer);

}  // namespace marrow::drag_parts
