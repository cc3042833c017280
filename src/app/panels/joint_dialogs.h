// The windows about joints: find and replace in names, mirroring. They float beside the viewport,
// which goes on working: a joint that could not be paired is selected, renamed, and the list
// follows.
#pragma once

#include "editor/session.h"

namespace marrow {
struct PanelsState;
}

namespace marrow::app {

/// Draws what is open. ImGui is current, outside of any window.
void draw_joint_dialogs(Session& session, PanelsState& panels);

}  // namespace marrow::app
