// What edits mean by the editor's present settings. No ImGui.
#pragma once

#include "edit/gesture.h"
#include "editor/session.h"

namespace marrow {

/// gesture() of edit/gesture.h, symmetric where edits of the present tab go to both sides
/// (mirrors_edits()). Of a gesture of the document the scene at its start counts.
Operation gesture(const Session& session, const Operation& operation);
Operation gesture(const Session& session, const Grasp& grasp);

}  // namespace marrow
