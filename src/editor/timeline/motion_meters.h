// Radii judged in motion: the meters over the chosen motion, and the way to its worst time. No
// ImGui.
#pragma once

#include <string>

#include "editor/session.h"
#include "editor/timeline/motion_meters_state.h"

namespace marrow {

struct Editor;
struct TransportState;

/// Why the motion cannot be measured, as a sentence; empty when it can.
std::string why_no_motion_meters(const Session& session, const TransportState& transport);

/// Once a frame while the strips are shown: begins again when the motion or the committed scene
/// changed, takes what is measured, and asks for frames until all is.
void update_motion_meters(Session& session, const TransportState& transport,
                          MotionMetersState& meters);
/// Drops what is being measured, and what was.
void forget_measured(MotionMetersState& meters);
/// All is measured and taken.
bool is_complete(const MotionMetersState& meters);

/// Shows the time at which a joint is worst, selects it and flies to the place. `worst` is copied:
/// what it does may replace the results.
void go_to_worst(Editor& editor, WorstOfMotion worst);
/// The same of the active joint where it has strips, else of all. A toast without any.
void go_to_worst_time(Editor& editor);

}  // namespace marrow
