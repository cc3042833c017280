// The kinds of drags behind editor/viewport/drag.h, one file each, and what they share. Only the
// files viewport_drag*.cpp and editor/viewport/reach.cpp include it.
#pragma once

#include <optional>
#include <string>

#include "editor/editor.h"

namespace marrow::drag_parts {

/// A tenth of the movement, while Shift is held.
inline constexpr float kPreciseShare = 0.1f;

/// The number that was typed; nothing while it is none yet ("-", ".").
std::optional<float> number_in(const std::string& text);

/// Ctrl snaps; with "snap always" it lets go.
bool snaps(const Editor& editor, const Pointer& pointer);

/// Another press on X, Y or Z: the world's axis, then the own one, then free again. Another axis or
/// plane begins anew.
AxisLock next_lock(const AxisLock& lock, GizmoHandle asked);

void show_changes(Editor& editor);

// editor/viewport/drag_gizmo.cpp
void update(Editor& editor, GizmoSession& session, const Pointer& pointer);
void constrain(Editor& editor, GizmoSession& session, GizmoHandle asked);
void finish(Editor& editor, const GizmoSession& session);

// editor/viewport/drag_radius.cpp
void update(Editor& editor, RadiusSession& session, const Pointer& pointer);
void finish(Editor& editor, const RadiusSession& session);

// editor/viewport/drag_bone.cpp
void update(Editor& editor, AddJointSession& session, const Pointer& pointer);
void finish(Editor& editor, const AddJointSession& session);

// editor/viewport/reach.cpp
void update(Editor& editor, ReachSession& session, const Pointer& pointer);
void finish(Editor& editor, const ReachSession& session);

// editor/viewport/drag_camera.cpp
void update(Editor& editor, CameraSession& session, const Pointer& pointer);

}  // namespace marrow::drag_parts
