// Flashes the parts that an undone or redone step changed; the camera stays. No ImGui, no GL.
#pragma once

#include "editor/session.h"

namespace marrow {

inline constexpr double kFlashSeconds = 0.7;

/// Once a frame: compares with the scene of the last call; after undo or redo, differences flash.
void note_travel(Session& session);
/// 1 when it has just begun, falling to 0.
float flash_strength(const Session& session);
/// A halo around flashing joints; nodes flash their skeleton's joints or their mesh's bounds.
void add_flash(view::Overlay& overlay, const Session& session);

}  // namespace marrow
