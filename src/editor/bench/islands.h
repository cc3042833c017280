// Coverage in words; uncovered islands: a list of them, and cameras that show one.
#pragma once

#include <string>
#include <vector>

#include "editor/editor.h"

namespace marrow {

/// "98.7 %"; at most "99.9 %" if vertices are uncovered.
std::string percent_text(const CoverageSummary& coverage);

/// The islands of all skeletons, the largest first.
std::vector<Island> uncovered_islands(Session& session);

/// A camera that frames an island: from the present direction if the island faces it, else from the
/// direction of the island's mean normal, upright.
Camera camera_on(const Session& session, const Island& island);

/// Marks uncovered vertices, opens the Bench and moves the camera to the largest island, and with
/// each further call to the next one. Starts again with the largest when the document has changed.
void show_next_island(Session& session, ViewportState& viewport);

}  // namespace marrow
