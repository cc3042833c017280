// Meters over the chosen motion, measured in the background, and its worst time. No ImGui.
#pragma once

#include <string>

#include "editor/editor.h"
#include "editor/timeline/timeline_state.h"

namespace marrow {

/// Why the motion cannot be measured, as a sentence; empty when it can.
std::string why_no_motion_meters(const Session& session, const TransportState& transport);

/// Call once per frame. While the strips are shown, starts again when the motion or the committed
/// scene has changed, takes new samples, and requests frames until all are taken.
void update_motion_meters(Session& session, const TransportState& transport,
                          MotionMetersState& meters);
/// Drops the job and its results.
void forget_measured(MotionMetersState& meters);
/// True if everything is measured and taken.
bool is_complete(const MotionMetersState& meters);

/// Shows a joint's worst time, selects the joint and flies to the place. `worst` is a copy because
/// the results may be replaced meanwhile.
void go_to_worst(Editor& editor, WorstOfMotion worst);
/// Goes to the worst time of the active joint if it was measured, else of all joints; without
/// results, a toast explains what to do.
void go_to_worst_time(Editor& editor);

}  // namespace marrow
