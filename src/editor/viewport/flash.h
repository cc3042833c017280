// Flashes the parts that an undone or redone step changed; the camera stays.
#pragma once

#include "editor/session.h"

namespace marrow {

struct ViewportState;

inline constexpr double kFlashSeconds = 0.7;

/// Call once per frame. After undo or redo, the differences from the scene of the last call flash.
void update_flash(Session& session, ViewportState& viewport);
/// 1 at the start of a flash, falling to 0.
float flash_strength(const Session& session, const ViewportState& viewport);
/// Draws a halo around flashing joints; a flashing skeleton node flashes all its joints.
void add_flash(view::Overlay& overlay, const Session& session, const ViewportState& viewport);

}  // namespace marrow
