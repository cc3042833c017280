#include "editor/timeline/curves.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/index.h"
#include "base/text.h"
#include "editor/pose/transport.h"
#include "editor/timeline/rows.h"
#include "rig/guarded.h"
#include "rig/joint_pose.h"

namespace marrow {

namespace {

using CurveNumbers = std::vector<float>;

constexpr std::size_t kMostKnots = 256;  // a channel with more keys is drawn by the program
constexpr float kSlopeStep = 1e-3f;      // seconds: step of finite differences

glm::quat quat_of(const CurveNumbers& v) {
  return glm::normalize(glm::quat(v[3], v[0], v[1], v[2]));
}

/// A channel's value as its curves show it; angles are the ones nearest to `near`.
CurveNumbers shown_value(MotionProperty property, const CurveNumbers& value,
                         const CurveNumbers& near) {
  if (property != MotionProperty::rotation) return value;
  const glm::vec3 before =
      near.size() == 3 ? glm::radians(glm::vec3(near[0], near[1], near[2])) : glm::vec3(0.0f);
  const glm::vec3 angles = glm::degrees(euler_near(quat_of(value), before));
  return {angles.x, angles.y, angles.z};
}

/// The inverse of shown_value(). A rotation becomes whichever of q and -q is nearer to `like`.
CurveNumbers channel_value(MotionProperty property, const CurveNumbers& shown,
                           const CurveNumbers& like) {
  if (property == MotionProperty::pin) return {std::clamp(shown[0], 0.0f, 1.0f)};
  if (property != MotionProperty::rotation) return shown;
  glm::quat turn = quat_from_euler(glm::radians(glm::vec3(shown[0], shown[1], shown[2])));
  if (like.size() == 4 && glm::dot(turn, glm::quat(like[3], like[0], like[1], like[2])) < 0.0f)
    turn = -turn;
  return {turn.x, turn.y, turn.z, turn.w};
}

/// Shown values of a channel at rising times; angles are continuous.
struct Sampled {
  std::vector<double> times;
  std::vector<CurveNumbers> values;
};

std::vector<double> sample_times(const MotionChannel& channel, double begin, double end,
                                 double step) {
  std::vector<double> times(channel.times.begin(), channel.times.end());
  for (double time = std::max(begin, 0.0); time <= end; time += step) times.push_back(time);
  sort_unique(times);
  return times;
}

/// True if the course's catmull_rom() draws each number: few, smooth keys that are not rotations.
bool is_by_course(const MotionChannel& channel) {
  return channel.property != MotionProperty::rotation && !channel.shapes.empty() &&
         channel.times.size() <= kMostKnots &&
         std::all_of(channel.shapes.begin(), channel.shapes.end(),
                     [](KeyShape shape) { return shape == KeyShape::smooth; });
}

/// The knots of each number.
std::vector<std::vector<Knot>> knots_of(const MotionChannel& channel) {
  const std::vector<Key> keys = keys_of(channel);
  std::vector<std::vector<Knot>> knots(keys.front().value.size());
  for (std::size_t i = 0; i < knots.size(); ++i)
    for (const Key& key : keys) knots[i].push_back({key.seconds, key.value[i]});
  return knots;
}

Sampled sampled(const Session& session, const MotionChannel& channel, double begin, double end,
                double step, guarded::Problems& problems) {
  Sampled result{sample_times(channel, begin, end, step), {}};
  const std::vector<std::vector<Knot>> knots =
      is_by_course(channel) ? knots_of(channel) : std::vector<std::vector<Knot>>();
  for (const double time : result.times) {
    const auto seconds = float(time);
    CurveNumbers value;
    for (const std::vector<Knot>& number : knots)
      value.push_back(guarded::catmull_rom(session.document.tasks(), number, seconds, problems));
    if (knots.empty()) value = value_at(channel, seconds);
    result.values.push_back(shown_value(
        channel.property, value, result.values.empty() ? CurveNumbers() : result.values.back()));
  }
  return result;
}

/// The slopes of the shown numbers before and after a time.
std::pair<CurveNumbers, CurveNumbers> slopes_at(const MotionChannel& channel, float seconds,
                                                const CurveNumbers& shown) {
  const auto slope = [&](float by) {
    const CurveNumbers there =
        shown_value(channel.property, value_at(channel, seconds + by), shown);
    CurveNumbers result(shown.size());
    for (std::size_t i = 0; i < shown.size(); ++i) result[i] = (there[i] - shown[i]) / by;
    return result;
  };
  return {slope(-kSlopeStep), slope(kSlopeStep)};
}

/// "rotation x", "morph weights 2", "pin"
std::string part_name(MotionProperty property, std::size_t number) {
  const std::string name = name_of(property);
  if (property == MotionProperty::pin) return lower(name);
  if (property == MotionProperty::morph_weights)
    return fmt::format("{} {}", lower(name), number + 1);
  return fmt::format("{} {}", property == MotionProperty::ik_target ? name : lower(name),
                     "xyz"[number]);
}

void add_curves(std::vector<Curve>& curves, const std::string& name, Id target,
                const MotionChannel& channel, const KeyPlaces& selected, const Sampled& samples) {
  const std::size_t width = samples.values.front().size();
  std::vector<Curve> made(width);
  for (std::size_t i = 0; i < width; ++i) {
    made[i].part = part_name(channel.property, i);
    made[i].name = name + " " + made[i].part;
    made[i].component = int(i);
    for (std::size_t s = 0; s < samples.times.size(); ++s)
      made[i].points.emplace_back(samples.times[s], double(samples.values[s][i]));
  }
  for (std::size_t k = 0; k < channel.times.size(); ++k) {
    const float seconds = channel.times[k];
    const auto sample =
        std::lower_bound(samples.times.begin(), samples.times.end(), double(seconds));
    const CurveNumbers& shown = samples.values[std::size_t(sample - samples.times.begin())];
    const bool is_free = shape_of(channel, k) == KeyShape::free;
    const auto [in, out] = is_free ? slopes_at(channel, seconds, shown)
                                   : std::pair(CurveNumbers(width), CurveNumbers(width));
    const KeyPlace place{target, channel.property, seconds};
    const bool is_selected = std::binary_search(selected.begin(), selected.end(), place);
    for (std::size_t i = 0; i < width; ++i)
      made[i].keys.push_back({place, shown[i], in[i], out[i], shape_of(channel, k), is_selected});
  }
  for (Curve& curve : made)
    if (curves.size() < kMostCurves) curves.push_back(std::move(curve));
}

/// Changes the dragged keys, from the motion at the gesture's start.
template <typename Change>
void update_values(Session& session, const TransportState& transport, TimelineState& timeline,
                   const Change& change) {
  TimelineState::ValueDrag& drag = *timeline.value_drag;
  if (!session.document.in_gesture()) {  // Esc
    timeline.value_drag.reset();
    return;
  }
  const Scene& start = session.document.gesture_start();
  Motion motion = *start.motions[transport.motion];
  for (const auto& [place, shown] : drag.keys) {
    const std::optional<Key> found = find_key(motion, place);
    if (!found) continue;
    Key key = *found;
    change(key, place.property, shown);
    put_key(motion, *find_track(motion, place.target), place.property, std::move(key));
  }
  session.document.update(op::set_tracks(start, transport.motion, motion, drag.what));
  session.wants_redraw = true;
}

}  // namespace

std::vector<Curve> curves_of(const Session& session, const Motion& motion,
                             const TimelineState& timeline, const CurveSpan& span,
                             std::vector<std::string>& problems) {
  std::vector<Curve> curves;
  const Scene& scene = session.document.scene();
  for (const Id target : session.document.selection()) {
    const MotionTrack* track = find_track(motion, target);
    if (track == nullptr) continue;
    for (const MotionChannel& channel : track->channels) {
      if (curves.size() >= kMostCurves) return curves;
      const Sampled samples = sampled(session, channel, span.begin, span.end, span.step, problems);
      add_curves(curves, name_of(scene, target), target, channel, timeline.selected, samples);
    }
  }
  return curves;
}

const ShownCurves& shown_curves(const Session& session, const TransportState& transport,
                                TimelineState& timeline, const CurveSpan& span) {
  ShownCurves& shown = timeline.curves;
  const std::shared_ptr<const Motion> motion = chosen_motion_kept(session, transport);
  const std::uint64_t commits = session.document.commits();
  if (shown.motion == motion && shown.commits == commits && shown.span == span &&
      shown.selected == timeline.selected && shown.chosen == session.document.selection())
    return shown;
  shown = {motion, timeline.selected, session.document.selection(), commits, span, {}, {}};
  if (motion != nullptr) shown.curves = curves_of(session, *motion, timeline, span, shown.problems);
  return shown;
}

bool begin_value_drag(Session& session, const TransportState& transport, TimelineState& timeline,
                      const Curve& curve, const CurveKey& key) {
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr || is_dragging(session)) return false;
  TimelineState::ValueDrag drag{curve.component, key.value, {}, {}};
  guarded::Problems unused;
  for (const KeyPlace& place : timeline.selected) {
    const MotionChannel* channel = find_channel(*motion, place.target, place.property);
    if (place.property != key.place.property || channel == nullptr) continue;
    const Sampled samples =
        sampled(session, *channel, 0.0, double(duration_of(*motion)), 0.05, unused);
    const auto sample =
        std::lower_bound(samples.times.begin(), samples.times.end(), double(place.seconds));
    if (sample == samples.times.end()) continue;
    drag.keys.emplace_back(place, samples.values[std::size_t(sample - samples.times.begin())]);
  }
  if (drag.keys.empty()) return false;
  drag.what = drag.keys.size() == 1
                  ? fmt::format("Change {} at {}", curve.name, time_text(double(key.place.seconds)))
                  : fmt::format("Change {} keys", drag.keys.size());
  timeline.value_drag = std::move(drag);
  session.document.begin();
  return true;
}

void drag_value(Session& session, const TransportState& transport, TimelineState& timeline,
                float to) {
  if (!timeline.value_drag) return;
  const auto component = std::size_t(timeline.value_drag->component);
  const float by = to - timeline.value_drag->grabbed;
  update_values(session, transport, timeline,
                [&](Key& key, MotionProperty property, CurveNumbers shown) {
                  if (component >= shown.size()) return;
                  shown[component] += by;
                  key.value = channel_value(property, shown, key.value);
                });
}

void drag_slope(Session& session, const TransportState& transport, TimelineState& timeline,
                float slope) {
  if (!timeline.value_drag) return;
  const auto component = std::size_t(timeline.value_drag->component);
  update_values(session, transport, timeline,
                [&](Key& key, MotionProperty property, const CurveNumbers& shown) {
                  if (component >= shown.size() || key.shape != KeyShape::free) return;
                  // The numbers shown a moment later with the present tangent, then with the
                  // changed slope of this number.
                  CurveNumbers later = key.value;
                  for (std::size_t i = 0; i < later.size(); ++i)
                    later[i] += kSlopeStep * key.out[i];
                  CurveNumbers wanted = shown_value(property, later, shown);
                  wanted[component] = shown[component] + kSlopeStep * slope;
                  const CurveNumbers here = channel_value(property, shown, key.value),
                                     there = channel_value(property, wanted, key.value);
                  for (std::size_t i = 0; i < there.size(); ++i)
                    key.in[i] = key.out[i] = (there[i] - here[i]) / kSlopeStep;
                });
}

void end_value_drag(Session& session, TimelineState& timeline) {
  if (!timeline.value_drag) return;
  timeline.value_drag.reset();
  if (session.document.in_gesture()) commit_gesture(session);
}

}  // namespace marrow
