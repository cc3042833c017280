// Ghosts and trails: the bones of a motion before and after the time shown, and the path of a
// joint's tip, whose keys can be dragged. No ImGui.
#pragma once

#include "editor/editor.h"
#include "editor/timeline/timeline_state.h"
#include "view/picture/picture.h"

namespace marrow {

/// Ghosts on each side of the time shown.
inline constexpr int kGhosts = 3;
/// Between ghosts of frames, seconds; rounded to whole frames.
inline constexpr double kGhostStep = 0.1;

/// Once a frame, after the time shown is known: computes ghosts and trail again if an input
/// changed. In a drag that makes keys: as if the keys were set.
void update_ghosts(const Session& session, const TransportState& transport, GhostsState& ghosts);
void add_ghosts(view::Overlay& overlay, const Session& session, const ViewportState& viewport,
                const GhostsState& ghosts);

/// The trail's key within eight pixels (at UI scale 1) of a pixel; nullptr if none.
const TrailPoint* trail_key_at(const Session& session, const GhostsState& ghosts, glm::vec2 pixel);
/// Shows the time of the trail's key under a pixel and turns Auto-key on. Returns the trail's
/// joint; kNoId if there is no key.
Id seek_trail_key(Editor& editor, glm::vec2 pixel);

}  // namespace marrow
