// Gestures under the editor's present settings. No ImGui.
#pragma once

#include "edit/gesture.h"
#include "editor/session.h"

namespace marrow {

/// Drags of the present tab are mirrored: in Rig session.is_symmetric, in Pose is_symmetric_pose.
bool mirrors_edits(const Session& session);

/// gesture() of edit/gesture.h, symmetric where mirrors_edits(). During a gesture of the document,
/// of the scene at its start.
Operation gesture(const Session& session, const Operation& operation);
Operation gesture(const Session& session, const Grasp& grasp);

}  // namespace marrow
