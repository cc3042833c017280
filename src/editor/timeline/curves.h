// Curves of a motion's channels: numbers over time, rotations as Euler angles in degrees. Keys are
// dragged in value, free keys by their tangents. No ImGui.
#pragma once

#include <string>
#include <vector>

#include "editor/editor.h"
#include "editor/timeline/timeline_state.h"

namespace marrow {

/// The curves of the selected joints and nodes, at most kMostCurves, with a point at each step of
/// the span and at each key. Smooth channels other than rotations use the implementation's
/// catmull_rom(); `problems` gets its errors.
std::vector<Curve> curves_of(const Session& session, const Motion& motion,
                             const TimelineState& timeline, const CurveSpan& span,
                             std::vector<std::string>& problems);
/// The curves of the chosen motion, computed again when an input changes. Valid until the next
/// call.
const ShownCurves& shown_curves(const Session& session, const TransportState& transport,
                                TimelineState& timeline, const CurveSpan& span);

// A drag of a key's value, or of a free key's tangent; changes all selected keys of that property.
bool begin_value_drag(Session& session, const TransportState& transport, TimelineState& timeline,
                      const Curve& curve, const CurveKey& key);
void drag_value(Session& session, const TransportState& transport, TimelineState& timeline,
                float to);
void drag_slope(Session& session, const TransportState& transport, TimelineState& timeline,
                float slope);
void end_value_drag(Session& session, TimelineState& timeline);

}  // namespace marrow
