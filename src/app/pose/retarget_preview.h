// The preview in the retargeting dialog: the file's figure and the scene's, playing side by side.
#pragma once

#include <imgui.h>

#include "editor/pose/retarget_state.h"
#include "editor/session.h"

namespace marrow::app {

/// Plays for 3 s after a choice, or after the pointer moved over it. `size` in pixels, a slider for
/// time included; a width of 0 takes the row. ImGui is current.
void draw_retarget_preview(Session& session, RetargetDialog& dialog, ImVec2 size);

}  // namespace marrow::app
