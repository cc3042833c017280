// The preview in the retargeting dialog: the file's figure and the scene's, playing side by side.
#pragma once

#include <imgui.h>

#include "editor/pose/retarget_state.h"
#include "editor/session.h"

namespace marrow::app {

/// Plays for 3 s after a choice, or after the pointer moved over it. `size` in pixels, with the
/// slider for time; a width of 0 fills the row. ImGui is current.
void draw_retarget_preview(Session& session, RetargetDialog& dialog, ImVec2 size);

}  // namespace marrow::app
