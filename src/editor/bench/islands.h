// Uncovered islands as the viewport shows them: which there are, and the camera that sees one. No
// ImGui.
#pragma once

#include <vector>

#include "editor/session.h"

namespace marrow {

struct ViewportState;

/// Of all skeletons, the largest first.
std::vector<Island> uncovered_islands(Session& session);

/// The camera that looks at an island with air around it: from where the eye is now as long as the
/// island faces it, otherwise from the side that the island's surface faces, upright.
Camera camera_on(const Session& session, const Island& island);

/// Marks what is uncovered, opens the Bench and eases the camera to the largest island; asked
/// again, to the next one, round and round. The round begins anew when the document changed.
void show_next_island(Session& session, ViewportState& viewport);

}  // namespace marrow
