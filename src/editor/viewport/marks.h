// Marks on the mesh besides its colors: bleeding vertices, uncovered islands.
#pragma once

#include <string>

#include "editor/session.h"

namespace marrow {

struct BenchState;
struct ViewportState;

/// Updates viewport.hatched (in Rig, while bench.shows_bleeding: vertices that bleed to the active
/// joint) and viewport.emphasized (the uncovered islands of bench.flashed_island). Equal marks keep
/// their pointer, so that an unchanged picture is not drawn again.
void update_marks(Session& session, BenchState& bench, ViewportState& viewport);

/// "34 bleed; up to r 0.091 none" for a joint; empty if none bleed or bleeding is not shown.
std::string bleed_text(Session& session, BenchState& bench, Id joint);

}  // namespace marrow
