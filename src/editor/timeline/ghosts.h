// Ghosts and trails: where a motion has the bones before and after the time shown, and the way of a
// joint's tip, whose keys can be dragged. No ImGui.
#pragma once

#include <optional>

#include "editor/session.h"
#include "editor/timeline/ghosts_state.h"
#include "view/picture/picture.h"

namespace marrow {

struct Editor;
struct TransportState;
struct ViewportState;

/// Ghosts on each side of the time shown.
inline constexpr int kGhosts = 3;
/// Between ghosts of frames, seconds; rounded to whole frames.
inline constexpr double kGhostStep = 0.1;

/// Once a frame, after the time shown is known: makes what is asked for again if it changed. In a
/// drag that makes keys, as the keys will have it.
void update_ghosts(const Session& session, const TransportState& transport, GhostsState& ghosts);
void add_ghosts(view::Overlay& overlay, const Session& session, const ViewportState& viewport,
                const GhostsState& ghosts);

/// The trail's key under a pixel, within eight pixels at UI scale 1.
const TrailPoint* trail_key_at(const Session& session, const GhostsState& ghosts, glm::vec2 pixel);
/// Shows the time of the trail's key under a pixel, with Auto-key on; the joint whose tip it is of.
/// kNoId when there is none.
Id seek_trail_key(Editor& editor, glm::vec2 pixel);

}  // namespace marrow
