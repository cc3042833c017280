// Marks besides the colors: bleeding vertices, uncovered islands; the flash of the parts that an
// undone or redone step changed.
#pragma once

#include <string>

#include "editor/editor.h"

namespace marrow {

/// Updates viewport.hatched (in Rig, while bench.shows_bleeding: vertices that bleed to the active
/// joint) and viewport.emphasized (the uncovered islands of bench.flashed_island, else
/// viewport.faults). Equal marks keep their pointer, so that an unchanged picture is not drawn
/// again.
void update_marks(Session& session, BenchState& bench, ViewportState& viewport);

/// "34 bleed; up to r 0.091 none" for a joint; empty if none bleed or bleeding is not shown.
std::string bleed_text(Session& session, BenchState& bench, Id joint);

inline constexpr double kFlashSeconds = 0.7;

/// Call once per frame. After undo or redo, the differences from the scene of the last call flash.
void update_flash(Session& session, ViewportState& viewport);
/// 1 at the start of a flash, falling to 0.
float flash_strength(const Session& session, const ViewportState& viewport);
/// Draws a halo around flashing joints; a flashing skeleton node flashes all its joints.
void add_flash(view::Overlay& overlay, const Session& session, const ViewportState& viewport);

}  // namespace marrow
