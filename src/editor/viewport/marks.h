// What the picture marks on the mesh beside its colours. No ImGui.
#pragma once

#include <string>

#include "editor/session.h"

namespace marrow {

struct BenchState;
struct ViewportState;

/// Finds what is hatched: in Rig, while bench.shows_bleeding, the vertices that the joint in hand
/// (the one being dragged, else the active one) holds wrongly; and what is emphasized: the
/// uncovered islands of bench.flashed_island. The marks keep their identity while they are equal,
/// so that an unchanged picture is not drawn again.
void update_marks(Session& session, BenchState& bench, ViewportState& viewport);

/// "34 bleed; up to r 0.091 none" about a joint; empty when it holds nothing wrongly or bleeding is
/// not shown.
std::string bleed_text(Session& session, BenchState& bench, Id joint);

}  // namespace marrow
