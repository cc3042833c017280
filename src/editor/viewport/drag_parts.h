// The kinds of drags behind drag.h, one file each, and shared helpers. Included only by drag*.cpp.
#pragma once

#include <optional>
#include <string>

#include "editor/drag_state.h"
#include "editor/session.h"

namespace marrow {
struct CourseState;
struct ViewportState;
}  // namespace marrow

namespace marrow::drag_parts {

/// The share of the movement while Shift is held.
inline constexpr float kPreciseShare = 0.1f;

/// The typed number; none while incomplete ("-", ".").
std::optional<float> number_in(const std::string& text);

/// Ctrl snaps; with "snap always" Ctrl turns snapping off.
bool snaps(const Session& session, const Pointer& pointer);

/// Another press on X, Y or Z: world axis, own axis, free. A different axis or plane starts over.
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

// editor/viewport/drag_pole.cpp
void update(Session& session, PoleDrag& held, const Pointer& pointer);
void finish(Session& session, const PoleDrag& held);

// editor/viewport/drag_camera.cpp
void update(Session& session, CameraDrag& held, const Pointer& pointer);

}  // namespace marrow::drag_parts
