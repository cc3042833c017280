// The picture's marks on the mesh beside its colors. No ImGui.
#pragma once

#include <string>

#include "editor/session.h"

namespace marrow {

struct BenchState;
struct ViewportState;

/// Finds hatched vertices: in Rig, while bench.shows_bleeding, those that the joint being dragged,
/// else the active one, holds wrongly; and emphasized ones: the uncovered islands of
/// bench.flashed_island. Equal marks keep their identity, so that an unchanged picture is not drawn
/// again.
void update_marks(Session& session, BenchState& bench, ViewportState& viewport);

/// "34 bleed; up to r 0.091 none" about a joint; empty without bleeding or while it is not shown.
std::string bleed_text(Session& session, BenchState& bench, Id joint);

}  // namespace marrow
