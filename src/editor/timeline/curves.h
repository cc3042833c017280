// The curves of a motion's channels as numbers over time: rotations as Euler angles in degrees.
// Keys are dragged in value, free ones by their tangents. No ImGui.
#pragma once

#include <string>
#include <vector>

#include "editor/session.h"
#include "editor/timeline/timeline_state.h"

namespace marrow {

struct TransportState;

/// A key on a curve, in the curve's numbers.
struct CurveKey {
  KeyPlace place;
  float value = 0.0f;
  float in = 0.0f, out = 0.0f;  ///< slopes before and after it, per second
  KeyShape shape = KeyShape::smooth;
  bool is_selected = false;
};

/// One number of one channel.
struct Curve {
  std::string name;  ///< "forearm.L rotation x"
  std::string part;  ///< "rotation x"
  int component = 0;
  std::vector<glm::dvec2> points;  ///< seconds and value, by time
  std::vector<CurveKey> keys;
};

inline constexpr std::size_t kMostCurves = 24;

/// The curves of the selected joints and nodes, at most kMostCurves, with a point each `step`
/// seconds of the span and at each key. Smooth channels of plain numbers run on the session's
/// catmull_rom(); `problems` gets what it did wrong.
std::vector<Curve> curves_of(const Session& session, const Motion& motion,
                             const TimelineState& timeline, double begin, double end, double step,
                             std::vector<std::string>& problems);

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
