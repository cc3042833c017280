// What an undone or redone step changed lights up for a moment; the camera stays where it is. No
// ImGui, no GL.
#pragma once

#include "editor/session.h"

namespace marrow {

/// How long it is to be seen, seconds.
inline constexpr double kFlashSeconds = 0.7;

/// Compares with the scene of the last call: after a step back or forth in the history, what
/// differs begins to flash. Once a frame.
void note_travel(Session& session);
/// 1 when it has just begun, falling to 0.
float flash_strength(const Session& session);
/// A halo around the joints that flash; nodes light up their skeleton's joints or their mesh's
/// bounds.
void add_flash(view::Overlay& overlay, const Session& session);

}  // namespace marrow
