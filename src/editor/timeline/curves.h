// The curves of a motion's channels as numbers over time: rotations as Euler angles in degrees.
// Keys are dragged in value, free ones by their tangents. No ImGui.
#pragma once

#include <string>
#include <vector>

#include "editor/session.h"
#include "editor/timeline/timeline_state.h"

namespace marrow {

struct TransportState;

/// The curves of the selected joints and nodes, at most kMostCurves, with a point each step of the
/// span and at each key. Smooth channels of plain numbers run on the session's catmull_rom();
/// `problems` gets what it did wrong.
std::vector<Curve> curves_of(const Session& session, const Motion& motion,
                             const TimelineState& timeline, const CurveSpan& span,
                             std::vector<std::string>& problems);
/// The same of the chosen motion, made again when something of it changes. Valid until the next
/// call.
const ShownCurves& shown_curves(const Session& session, const TransportState& transport,
                                TimelineState& timeline, const CurveSpan& span);

// A drag of a key's value, or of a free key's tangent; selected keys of the same property come
// along.
bool begin_value_drag(Session& session, const TransportState& transport, TimelineState& timeline,
                      const Curve& curve, const CurveKey& key);
void drag_value(Session& session, const TransportState& transport, TimelineState& timeline,
                float to);
void drag_slope(Session& session, const TransportState& transport, TimelineState& timeline,
                float slope);
void end_value_drag(Session& session, TimelineState& timeline);

}  // namespace marrow
