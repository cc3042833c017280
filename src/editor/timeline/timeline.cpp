#include "editor/timeline/timeline.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <utility>

#include "base/index.h"
#include "base/text.h"
#include "edit/keying.h"
#include "edit/mirror.h"
#include "editor/pose/transport.h"
#include "editor/timeline/motion_meters.h"
#include "editor/timeline/rows.h"
#include "rig/joint_pose.h"
#include "rig/playback.h"

namespace marrow {

namespace {

constexpr double kShortestSpan = 0.02;  // visible seconds
constexpr double kBeyondEnd = 0.05;     // share of the length: keys at its ends are wholly visible
constexpr double kSameFrame = 1e-4;  // seconds: a time this near to a frame or key counts as equal

std::string keys_words(std::size_t count) {
  return count == 1 ? "1 key" : fmt::format("{} keys", count);
}

/// All keys from a time on.
KeyPlaces keys_from(const Motion& motion, float seconds) {
  KeyPlaces places = all_keys(motion);
  std::erase_if(places, [&](const KeyPlace& place) { return place.seconds < seconds; });
  return places;
}

float first_time(const KeyPlaces& places) {
  return std::min_element(
             places.begin(), places.end(),
             [](const KeyPlace& a, const KeyPlace& b) { return a.seconds < b.seconds; })
      ->seconds;
}

/// Lengthens a motion to the time of a key; a motion without a stored length ends with its keys.
void lengthen_to(Motion& motion, float seconds) {
  float& length = motion.timing.length;
  if (length > 0.0f && seconds > length + float(kSameFrame)) length = seconds;
}

void say_length(Session& session, float seconds) {
  say(session, fmt::format("The motion is {:.2f} s long now.", double(seconds)));
}

/// Changes the chosen motion as one step. False if refused or there is none.
template <typename Change>
bool change_keys(Session& session, const TransportState& transport, const std::string& what,
                 const Change& change) {
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr || is_dragging(session)) return false;
  Motion changed = *motion;
  change(changed);
  const bool is_longer = changed.timing.length > motion->timing.length;
  session.wants_redraw = true;
  if (!perform(session, motion_edit(session.document.scene(), transport.motion, changed, what)))
    return false;
  if (is_longer) say_length(session, changed.timing.length);
  return true;
}

/// Selected keys that the motion still has.
KeyPlaces present(const Motion& motion, const KeyPlaces& places) {
  KeyPlaces result = places;
  std::erase_if(result, [&](const KeyPlace& place) {
    const MotionChannel* channel = find_channel(motion, place.target, place.property);
    return channel == nullptr ||
           !std::binary_search(channel->times.begin(), channel->times.end(), place.seconds);
  });
  return result;
}

/// The new time of a key in a drag, and a description.
struct Retiming {
  std::function<float(float)> new_time;
  std::string words;
};

Retiming moved_by(float by) {
  return {[by](float time) { return time + by; },
          fmt::format("by {}{:.2f} s", by < 0.0f ? "\u2212" : "", std::abs(by))};
}

Retiming scaled_about(float about, float factor) {
  return {[=](float time) { return about + (time - about) * factor; },
          fmt::format("to {:.0f} %", double(factor) * 100.0)};
}

Retiming retiming_of(const Motion& motion, const TimelineState& timeline, double to) {
  const TimelineState::Drag& drag = *timeline.drag;
  const float there = snapped(motion, timeline, to);
  if (drag.kind == KeyDrag::scale) {
    const float before = drag.grabbed - drag.about;
    const float factor = std::abs(before) > 1e-6f ? (there - drag.about) / before : 1.0f;
    return scaled_about(drag.about, std::max(factor, 0.0f));
  }
  return moved_by(std::max(there - drag.grabbed, -first_time(drag.selected)));
}

/// Keys that move in a drag: the selected ones; with ripple, all later ones too.
KeyPlaces moving_keys(const Motion& motion, const TimelineState& timeline,
                      const KeyPlaces& selected) {
  return timeline.ripples ? keys_from(motion, first_time(selected)) : selected;
}

/// Moves keys in time. Lengthens the motion if a key would leave it; keys that were beyond its end
/// before do not count.
void retime(Motion& motion, const KeyPlaces& moving, const Retiming& retiming) {
  const float length = duration_of(motion);
  float last = 0.0f;
  for (const KeyPlace& place : moving)
    if (place.seconds <= length + float(kSameFrame))
      last = std::max(last, retiming.new_time(place.seconds));
  retime_keys(motion, moving, retiming.new_time);
  lengthen_to(motion, last);
}

KeyPlaces moved_places(const KeyPlaces& selected, const Retiming& retiming) {
  KeyPlaces result = selected;
  for (KeyPlace& place : result) place.seconds = std::max(retiming.new_time(place.seconds), 0.0f);
  sort_unique(result);
  return result;
}

std::vector<float> numbers_of_vector(const glm::vec3& v) { return {v.x, v.y, v.z}; }

/// A key's value on the other side of the body of scene.nodes[node]; `entry`: the mirrored pose.
std::vector<float> flipped_value(const Session& session, const Scene& scene, int node,
                                 const CopiedKey& key, const Pose::Entry& entry) {
  const Skeleton& skeleton = *scene.nodes[at(node)].skeleton;
  const std::vector<float>& value = key.key.value;
  if (key.property == MotionProperty::pin) return value;
  if (key.property == MotionProperty::ik_target)
    return numbers_of_vector(
        mirrored_place(scene, node, {value[0], value[1], value[2]}, session.document.tasks()));
  const Joint& joint = skeleton.joints[at(joint_index(skeleton, entry.joint))];
  const JointPose place = decompose(joint.bind_local * entry.user_local);
  if (key.property == MotionProperty::scale) return numbers_of_vector(place.scale);
  if (key.property == MotionProperty::translation) return numbers_of_vector(place.translation);
  const glm::quat turn = glm::normalize(place.rotation);
  return {turn.x, turn.y, turn.z, turn.w};
}

/// Appends keys, all at the same time, mirrored to the other side of the body of scene.nodes[node].
void flip_keys(const Session& session, const Scene& scene, int node,
               const std::vector<CopiedKey>& keys, std::vector<CopiedKey>& flipped) {
  const Skeleton& skeleton = *scene.nodes[at(node)].skeleton;
  std::vector<Pose::Entry> entries;
  for (const CopiedKey& one : keys) {
    const int joint = joint_index(skeleton, one.target);
    if (joint >= 0 && (entries.empty() || entries.back().joint != one.target))
      entries.push_back({one.target, skeleton.joints[at(joint)].user_local});
  }
  const std::vector<Pose::Entry> mirrored =
      mirrored_entries(skeleton, entries, session.document.tasks());
  for (const CopiedKey& one : keys) {
    const Id partner = mirror_partner(session.document.scene(), one.target);
    const Id other = partner != kNoId ? partner : one.target;
    const auto entry = std::find_if(mirrored.begin(), mirrored.end(),
                                    [&](const Pose::Entry& each) { return each.joint == other; });
    if (entry == mirrored.end()) continue;
    CopiedKey result = one;
    result.target = other;
    result.key.value = flipped_value(session, scene, node, one, *entry);
    if (result.key.shape == KeyShape::free) result.key.shape = KeyShape::smooth;
    flipped.push_back(std::move(result));
  }
}

/// The copied keys mirrored to the other side, time by time.
std::vector<CopiedKey> flipped_keys(const Session& session, const Motion& motion, float first,
                                    const std::vector<CopiedKey>& keys) {
  std::set<float> times;
  for (const CopiedKey& one : keys) times.insert(one.key.seconds);
  std::vector<CopiedKey> flipped;
  for (const float time : times) {
    const Scene scene = at_time(session.document.committed(), motion, first + time);
    std::vector<CopiedKey> now;
    for (const CopiedKey& one : keys)
      if (one.key.seconds == time && one.property != MotionProperty::morph_weights)
        now.push_back(one);
    for (std::size_t n = 0; n < scene.nodes.size(); ++n)
      if (scene.nodes[n].skeleton) flip_keys(session, scene, int(n), now, flipped);
  }
  return flipped;
}

}  // namespace

void on_document_replaced(TimelineState& timeline) {
  timeline.selected.clear();
  timeline.drag.reset();
  timeline.value_drag.reset();
  timeline.copied.clear();
  timeline.copied_from.reset();
  timeline.folds.clear();
  timeline.begin = timeline.end = 0.0;
  timeline.has_keyboard = false;
  timeline.hold = TimelineState::Hold::none;
  forget_measured(timeline.meters);
}

const std::vector<TimelineRow>& shown_rows(const Session& session, const TransportState& transport,
                                           TimelineState& timeline) {
  TimelineState::Rows& shown = timeline.shown;
  const std::shared_ptr<const Motion> motion = chosen_motion_kept(session, transport);
  if (motion == nullptr) {
    shown = {};
    return shown.rows;
  }
  const std::uint64_t commits = session.document.commits();
  const bool is_same =
      shown.motion == motion && shown.commits == commits && shown.selected == timeline.selected &&
      shown.chosen == session.document.selection() &&
      shown.only_selected == timeline.only_selected && shown.folds == timeline.folds;
  if (is_same) return shown.rows;
  if (!timeline.drag) timeline.selected = present(*motion, timeline.selected);
  shown = {motion,
           timeline.selected,
           session.document.selection(),
           commits,
           timeline.only_selected,
           timeline.folds,
           timeline_rows(session, *motion, timeline)};
  return shown.rows;
}

void fold_row(TimelineState& timeline, const TimelineRow& row, bool is_open) {
  timeline.folds[{row.id, row.kind == TimelineRow::Kind::limb}] = is_open;
}

TimeSpan shown_span(const Motion& motion, const TimelineState& timeline) {
  if (timeline.end > timeline.begin) return {timeline.begin, timeline.end};
  const double length = std::max(double(duration_of(motion)), 0.1);
  return {-length * kBeyondEnd, length * (1.0 + kBeyondEnd)};
}

void zoom_time(const Motion& motion, TimelineState& timeline, double about, double factor) {
  const TimeSpan now = shown_span(motion, timeline);
  const double longest = std::max(double(duration_of(motion)) * 4.0, 10.0);
  const double length = std::clamp(now.length() * factor, kShortestSpan, longest);
  const double share = (about - now.begin) / now.length();
  timeline.begin = about - share * length;
  timeline.end = timeline.begin + length;
}

void move_time(const Motion& motion, TimelineState& timeline, double by) {
  const TimeSpan now = shown_span(motion, timeline);
  const double length = now.length();
  timeline.begin = std::clamp(now.begin + by, -length * 0.9, double(duration_of(motion)));
  timeline.end = timeline.begin + length;
}

float snapped(const Motion& motion, const TimelineState& timeline, double seconds) {
  const double rate = double(motion.timing.frame_rate);
  const double time = timeline.snaps ? std::round(seconds * rate) / rate : seconds;
  return float(std::max(time, 0.0));
}

void choose_keys(TimelineState& timeline, const KeyPlaces& places, Choosing how) {
  KeyPlaces& selected = timeline.selected;
  if (how == Choosing::replace) {
    selected = places;
    return;
  }
  KeyPlaces result;
  const bool all_there =
      std::includes(selected.begin(), selected.end(), places.begin(), places.end());
  if (how == Choosing::toggle && all_there)
    std::set_difference(selected.begin(), selected.end(), places.begin(), places.end(),
                        std::back_inserter(result));
  else
    std::set_union(selected.begin(), selected.end(), places.begin(), places.end(),
                   std::back_inserter(result));
  selected = std::move(result);
}

void choose_all_keys(const Session& session, const TransportState& transport,
                     TimelineState& timeline) {
  const Motion* motion = chosen_motion(session, transport);
  const std::vector<TimelineRow>& rows = shown_rows(session, transport, timeline);
  if (motion == nullptr || rows.empty()) return;
  choose_keys(timeline, keys_between(*motion, rows.front(), 0.0f, HUGE_VALF), Choosing::replace);
}

bool holds_keys(const Session& session, const TransportState& transport,
                const TimelineState& timeline) {
  return timeline.is_open && timeline.has_keyboard && chosen_motion(session, transport) != nullptr;
}

bool begin_key_drag(Session& session, const TransportState& transport, TimelineState& timeline,
                    float grabbed, KeyDrag kind) {
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr || is_dragging(session)) return false;
  timeline.selected = present(*motion, timeline.selected);
  if (timeline.selected.empty()) return false;
  timeline.drag =
      TimelineState::Drag{kind, grabbed, float(transport.seconds), timeline.selected, {}};
  session.document.begin();
  return true;
}

void drag_keys(Session& session, const TransportState& transport, TimelineState& timeline,
               double to) {
  if (!timeline.drag) return;
  TimelineState::Drag& drag = *timeline.drag;
  if (!session.document.in_gesture()) {  // Esc
    timeline.selected = drag.selected;
    timeline.drag.reset();
    return;
  }
  const Scene& start = session.document.gesture_start();
  Motion motion = *start.motions[transport.motion];
  const Retiming retiming = retiming_of(motion, timeline, to);
  drag.done = fmt::format("{} {} {}", drag.kind == KeyDrag::move ? "Move" : "Scale",
                          keys_words(drag.selected.size()), retiming.words);
  retime(motion, moving_keys(motion, timeline, drag.selected), retiming);
  if (!session.document.update(motion_edit(start, transport.motion, motion, drag.done))) return;
  const bool is_longer = motion.timing.length > start.motions[transport.motion]->timing.length;
  drag.longer = is_longer ? motion.timing.length : 0.0f;
  timeline.selected = moved_places(drag.selected, retiming);
  session.wants_redraw = true;
}

void end_key_drag(Session& session, TimelineState& timeline) {
  if (!timeline.drag) return;
  const float longer = timeline.drag->longer;
  timeline.drag.reset();
  if (session.document.in_gesture() && commit_gesture(session) && longer > 0.0f)
    say_length(session, longer);
}

void nudge_keys(Session& session, const TransportState& transport, TimelineState& timeline,
                int frames) {
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr) return;
  const KeyPlaces selected = present(*motion, timeline.selected);
  if (selected.empty()) return;
  const float by = float(frames) / motion->timing.frame_rate;
  const Retiming retiming = moved_by(std::max(by, -first_time(selected)));
  const KeyPlaces moving = moving_keys(*motion, timeline, selected);
  if (change_keys(session, transport,
                  fmt::format("Move {} {}", keys_words(selected.size()), retiming.words),
                  [&](Motion& changed) { retime(changed, moving, retiming); }))
    timeline.selected = moved_places(selected, retiming);
}

void delete_keys(Session& session, const TransportState& transport, TimelineState& timeline) {
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr) return;
  const KeyPlaces selected = present(*motion, timeline.selected);
  if (selected.empty()) return say(session, "Select keys of the timeline first.", true);
  if (change_keys(session, transport, "Delete " + keys_words(selected.size()),
                  [&](Motion& changed) { delete_keys(changed, selected); }))
    timeline.selected.clear();
}

void copy_keys(Session& session, const TransportState& transport, TimelineState& timeline) {
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr) return;
  const KeyPlaces selected = present(*motion, timeline.selected);
  if (selected.empty()) return say(session, "Select keys of the timeline first.", true);
  const float first = first_time(selected);
  timeline.copied.clear();
  for (const KeyPlace& place : selected) {
    Key key = *find_key(*motion, place);
    key.seconds -= first;
    timeline.copied.push_back({place.target, place.property, std::move(key)});
  }
  timeline.copied_from = chosen_motion_kept(session, transport);
  timeline.copied_first = first;
  say(session, "Copied " + keys_words(selected.size()) + "; they are pasted at the time shown.");
}

void paste_keys(Session& session, const TransportState& transport, TimelineState& timeline,
                bool flipped) {
  if (timeline.copied.empty()) return say(session, "Copy keys of the timeline first.", true);
  const std::vector<CopiedKey> copied =
      flipped ? flipped_keys(session, *timeline.copied_from, timeline.copied_first, timeline.copied)
              : timeline.copied;
  if (copied.empty())
    return say(session,
               "None of the copied keys belongs to a joint with a partner on the other side.",
               true);
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr) return;
  const float now = snapped(*motion, timeline, transport.seconds);
  const Scene& scene = session.document.committed();
  KeyPlaces pasted;
  const bool is_done = change_keys(
      session, transport,
      fmt::format("Paste {}{} at {}", keys_words(copied.size()), flipped ? " flipped" : "",
                  time_text(double(now))),
      [&](Motion& changed) {
        for (const CopiedKey& one : copied) {
          if (joint_of(scene, one.target) == nullptr && find_node(scene, one.target) == nullptr)
            continue;
          Key key = one.key;
          key.seconds += now;
          lengthen_to(changed, key.seconds);
          pasted.push_back({one.target, one.property, key.seconds});
          put_key(changed, track_as_it_stands(scene, one.target), one.property, std::move(key));
        }
      });
  if (!is_done) return;
  std::sort(pasted.begin(), pasted.end());
  timeline.selected = std::move(pasted);
}

void shape_keys(Session& session, const TransportState& transport, TimelineState& timeline,
                KeyShape shape) {
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr) return;
  const KeyPlaces selected = present(*motion, timeline.selected);
  if (selected.empty()) return say(session, "Select keys of the timeline first.", true);
  change_keys(session, transport,
              fmt::format("Make {} {}", keys_words(selected.size()), word_of(shape)),
              [&](Motion& changed) { set_shapes(changed, selected, shape); });
}

const char* word_of(KeyShape shape) {
  constexpr const char* kWords[] = {"step", "linear", "flat", "smooth", "free"};
  return kWords[std::size_t(shape)];
}

std::optional<KeyShape> chosen_shape(const Motion& motion, const TimelineState& timeline) {
  std::optional<KeyShape> shape;
  for (const KeyPlace& place : timeline.selected) {
    const MotionChannel* channel = find_channel(motion, place.target, place.property);
    if (channel == nullptr) continue;
    const auto time = std::lower_bound(channel->times.begin(), channel->times.end(), place.seconds);
    if (time == channel->times.end() || *time != place.seconds) continue;
    const KeyShape one = shape_of(*channel, std::size_t(time - channel->times.begin()));
    if (shape && *shape != one) return std::nullopt;
    shape = one;
  }
  return shape;
}

std::set<float> key_times(const Session& session, const Motion& motion) {
  std::set<float> chosen, all;
  for (const MotionTrack& track : motion.tracks)
    for (const MotionChannel& channel : track.channels) {
      all.insert(channel.times.begin(), channel.times.end());
      if (session.document.is_selected(track.target))
        chosen.insert(channel.times.begin(), channel.times.end());
    }
  return chosen.empty() ? all : chosen;
}

void step_frame(Session& session, TransportState& transport, int by) {
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr) return;
  const double rate = double(motion->timing.frame_rate), frame = transport.seconds * rate;
  const double next = by > 0 ? std::floor(frame + kSameFrame * rate) + by
                             : std::ceil(frame - kSameFrame * rate) + by;
  seek(session, transport, next / rate);
}

void step_key(Session& session, TransportState& transport, int by) {
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr) return;
  const std::set<float> times = key_times(session, *motion);
  const auto now = float(transport.seconds);
  constexpr auto kNear = float(kSameFrame);
  if (by > 0) {
    const auto next = times.upper_bound(now + kNear);
    if (next != times.end()) seek(session, transport, double(*next));
  } else {
    const auto here = times.lower_bound(now - kNear);
    if (here != times.begin()) seek(session, transport, double(*std::prev(here)));
  }
}

}  // namespace marrow
