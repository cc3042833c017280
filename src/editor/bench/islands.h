// Uncovered islands in the viewport: a list, and a camera that sees one. No ImGui.
#pragma once

#include <vector>

#include "editor/session.h"

namespace marrow {

struct ViewportState;

/// Of all skeletons, the largest first.
std::vector<Island> uncovered_islands(Session& session);

/// A camera that frames an island: from the present direction if the island faces it, otherwise
/// from the side that the island's surface faces, upright.
Camera camera_on(const Session& session, const Island& island);

/// Marks what is uncovered, opens the Bench and eases the camera to the largest island, at each
/// further call to the next. Starts over when the document changed.
void show_next_island(Session& session, ViewportState& viewport);

}  // namespace marrow
