// Find and replace in names, and mirroring. The windows leave the viewport usable: an unpaired
// joint can be selected and renamed, and the list follows.
#pragma once

#include "editor/session.h"

namespace marrow {
struct PanelsState;
}

namespace marrow::app {

/// Draws what is open. ImGui is current, outside of any window.
void draw_joint_dialogs(Session& session, PanelsState& panels);

}  // namespace marrow::app
