#include "edit/motions/remade.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <unordered_set>
#include <utility>

#include "base/index.h"
#include "edit/keying.h"
#include "edit/motions/sampled.h"
#include "scene/joint_places.h"
#include "scene/keys.h"
#include "scene/stance.h"

namespace marrow {
namespace {

/// One slope per point, so that cubics between the points are monotone: inside, the harmonic mean
/// of the slopes of both line segments; at an end, one-sided, up to three times its segment's
/// slope.
std::vector<double> monotone_slopes(const std::vector<glm::dvec2>& points) {
  const std::size_t count = points.size();
  std::vector<double> lines;
  for (std::size_t i = 0; i + 1 < count; ++i)
    lines.push_back((points[i + 1].y - points[i].y) / (points[i + 1].x - points[i].x));
  std::vector<double> slopes(count);
  for (std::size_t i = 1; i + 1 < count; ++i) {
    const double before = points[i].x - points[i - 1].x, after = points[i + 1].x - points[i].x;
    const double one = 2.0 * after + before, other = after + 2.0 * before;
    slopes[i] = (one + other) / (one / lines[i - 1] + other / lines[i]);
  }
  const auto end_slope = [](double line, double inner) {
    return std::clamp(1.5 * line - 0.5 * inner, 0.0, 3.0 * line);
  };
  slopes.front() = count == 2 ? lines.front() : end_slope(lines.front(), slopes[1]);
  slopes.back() = count == 2 ? lines.back() : end_slope(lines.back(), slopes[count - 2]);
  return slopes;
}

/// Frames and mapped keys of one channel, in new time.
std::vector<float> new_times(const MotionChannel& channel, const TimeCurve& curve, double rate) {
  std::set<float> times;
  for (const float time : channel.times) times.insert(float(curve.new_at(double(time))));
  const double from = curve.new_at(double(channel.times.front())),
               to = curve.new_at(double(channel.times.back()));
  for (double frame = std::ceil(from * rate); frame / rate < to; ++frame)
    times.insert(float(frame / rate));
  return {times.begin(), times.end()};
}

MotionChannel sampled(const MotionChannel& channel, const TimeCurve& curve, double rate) {
  std::vector<Key> keys;
  for (const float time : new_times(channel, curve, rate))
    keys.push_back(
        {time, value_at(channel, float(curve.old_at(double(time)))), {}, {}, KeyShape::linear});
  return channel_of(channel.property, std::move(keys));
}

void move_steps(MotionChannel& channel, const TimeCurve& curve) {
  for (float& time : channel.times) time = float(curve.new_at(double(time)));
  for (std::size_t i = 1; i < channel.times.size(); ++i)  // mapped keys may coincide
    if (!(channel.times[i] > channel.times[i - 1]))
      channel.times[i] = std::nextafter(channel.times[i - 1], HUGE_VALF);
}

const MotionChannel* translation_of(const Motion& motion, Id target) {
  return find_channel(motion, target, MotionProperty::translation);
}

/// True if its keys have different values.
bool travels(const MotionChannel& channel) {
  const std::vector<Key> keys = keys_of(channel);
  return std::any_of(keys.begin(), keys.end(),
                     [&](const Key& key) { return key.value != keys.front().value; });
}

glm::dvec3 vector_of(const std::vector<float>& numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

std::vector<float> numbers_of_vector(const glm::dvec3& v) {
  return {float(v.x), float(v.y), float(v.z)};
}

/// The channel with `place` applied to values and `slope` to tangents; times and shapes stay.
template <typename Place, typename Slope>
MotionChannel remade(const MotionChannel& channel, const Place& place, const Slope& slope) {
  std::vector<Key> keys = keys_of(channel);
  for (Key& key : keys) {
    key.value = numbers_of_vector(place(vector_of(key.value)));
    if (!key.in.empty()) key.in = numbers_of_vector(slope(vector_of(key.in)));
    if (!key.out.empty()) key.out = numbers_of_vector(slope(vector_of(key.out)));
  }
  return channel_of(channel.property, std::move(keys));
}

glm::dvec3 first_value(const MotionChannel& channel) {
  return vector_of(keys_of(channel).front().value);
}

/// 0 to 1 while x goes from 0 to `width`, without a corner.
double eased(double x, double width) {
  if (!(width > 0.0)) return x >= 0.0 ? 1.0 : 0.0;
  return glm::smoothstep(0.0, 1.0, x / width);
}

glm::dquat part_of(glm::dquat turn, double share) {
  if (turn.w < 0.0) turn = -turn;
  const glm::dvec3 axis(turn.x, turn.y, turn.z);
  const double length = glm::length(axis), angle = 2.0 * std::atan2(length, turn.w);
  if (!(length > 1e-12)) return {1.0, 0.0, 0.0, 0.0};
  return glm::angleAxis(angle * share, axis / length);
}

Placed blended(const Placed& a, const Placed& b, double share) {
  Placed result{glm::mix(a.translation, b.translation, share),
                glm::slerp(a.rotation, b.rotation, share), glm::mix(a.scale, b.scale, share),
                a.weights};
  for (std::size_t i = 0; i < result.weights.size() && i < b.weights.size(); ++i)
    result.weights[i] += share * (b.weights[i] - a.weights[i]);
  return result;
}

/// `from`: the second motion at its beginning.
Placed added(const Placed& a, const Placed& from, const Placed& b, double share) {
  Placed result = a;
  result.translation += share * (b.translation - from.translation);
  result.rotation =
      glm::normalize(a.rotation * part_of(glm::inverse(from.rotation) * b.rotation, share));
  for (int axis = 0; axis < 3; ++axis)
    if (from.scale[axis] != 0.0)
      result.scale[axis] *= 1.0 + share * (b.scale[axis] / from.scale[axis] - 1.0);
  for (std::size_t i = 0; i < result.weights.size() && i < b.weights.size(); ++i)
    result.weights[i] += share * (b.weights[i] - from.weights[i]);
  return result;
}

/// The targets that at least one of the motions moves.
std::vector<Id> targets_of_both(const Scene& scene, const Motion& first, const Motion& second) {
  std::vector<Id> targets = targets_of(scene, first);
  std::unordered_set<Id> known(targets.begin(), targets.end());
  for (const Id target : targets_of(scene, second))
    if (known.insert(target).second) targets.push_back(target);
  return targets;
}

bool is_in_limb(const Scene& scene, Id limb, Id target) {
  if (limb == kNoId) return true;
  const JointRef top = find_joint(scene, limb), joint = find_joint(scene, target);
  return top.node >= 0 && joint.node == top.node &&
         is_in_subtree(*scene.nodes[std::size_t(top.node)].skeleton, top.joint, joint.joint);
}

class Mixer {
 public:
  Mixer(const Scene& scene, const Motion& first, const Motion& second, const Mix& mix)
      : scene_(scene), first_(first), second_(second), mix_(mix) {
    second_length_ = double(duration_of(second));
    end_ =
        mix.kind == MixKind::cross_fade ? mix.begin + second_length_ : double(duration_of(first));
    find_times();
  }

  Motion result() const { return mix_.kind == MixKind::cross_fade ? cross_faded() : laid_over(); }

 private:
  /// Frames and keys of the first motion, and the times at which those of the second are played.
  void find_times() {
    std::set<float> times;
    for (const float time : times_of_frames_and_keys(first_, end_)) times.insert(time);
    const bool repeats = mix_.kind != MixKind::cross_fade && mix_.repeats && second_length_ > 0.0;
    const std::vector<float> of_second = times_of_frames_and_keys(second_, second_length_);
    double begin = mix_.begin;
    do {
      for (const float time : of_second)
        if (const double then = begin + double(time); then <= end_) times.insert(float(then));
      begin += second_length_;
    } while (repeats && begin < end_);
    constexpr float kNear = 1e-5f;  // seconds: nearer times become one key
    for (const float time : times)
      if (times_.empty() || time - times_.back() > kNear) times_.push_back(time);
  }

  float seconds_of_second(float seconds) const {
    double own = double(seconds) - mix_.begin;
    if (mix_.kind != MixKind::cross_fade && mix_.repeats && second_length_ > 0.0 && own > 0.0 &&
        own > second_length_)
      own = std::fmod(own, second_length_);
    return float(std::max(own, 0.0));
  }

  double share_at(float seconds) const {
    const double since = double(seconds) - mix_.begin, in = eased(since, mix_.fade);
    if (mix_.kind == MixKind::cross_fade) return in;
    if (mix_.begin <= 0.0 && mix_.repeats) return mix_.weight;  // from end to end, without a fade
    if (mix_.repeats) return mix_.weight * in;
    return mix_.weight * in * eased(second_length_ - since, mix_.fade);
  }

  template <typename Blend>
  MotionTrack track_of(Id target, const Blend& blend) const {
    const MotionTrack a = track_for(scene_, first_, target), b = track_for(scene_, second_, target);
    std::vector<Placed> placed;
    placed.reserve(times_.size());
    for (const float time : times_)
      placed.push_back(
          blend(placed_at(a, time), placed_at(b, seconds_of_second(time)), share_at(time)));
    return sampled_track(target, times_, placed);
  }

  Motion cross_faded() const {
    Motion result = first_;
    result.tracks.clear();
    result.timing.length = float(end_);
    result.timing.loop_begin = result.timing.loop_end = 0.0f;
    const std::optional<Carrier> carrier = carrier_of(scene_, second_);
    glm::dvec3 way(0.0);
    if (mix_.goes_on && carrier) {
      const Placed here = placed_at(track_for(scene_, first_, carrier->joint), float(mix_.begin)),
                   there = placed_at(track_for(scene_, second_, carrier->joint), 0.0f);
      way = carrier->across * (here.translation - there.translation);
    }
    for (const Id target : targets_of_both(scene_, first_, second_)) {
      const bool carries = carrier && carrier->joint == target;
      result.tracks.push_back(track_of(target, [&](const Placed& a, Placed b, double share) {
        if (carries) b.translation += way;
        return blended(a, b, share);
      }));
    }
    return result;
  }

  Motion laid_over() const {
    Motion result = first_;
    for (const Id target : targets_of(scene_, second_)) {
      if (!is_in_limb(scene_, mix_.limb, target)) continue;
      const Placed from = placed_at(track_for(scene_, second_, target), 0.0f);
      put_track(result, track_of(target, [&](const Placed& a, const Placed& b, double share) {
                  return mix_.kind == MixKind::add ? added(a, from, b, share)
                                                   : blended(a, b, std::min(share, 1.0));
                }));
    }
    return result;
  }

  const Scene& scene_;
  const Motion &first_, &second_;
  const Mix mix_;
  double second_length_ = 0.0, end_ = 0.0;
  std::vector<float> times_;
};

}  // namespace

TimeCurve::TimeCurve(std::vector<glm::dvec2> points)
    : points_(std::move(points)), slopes_(monotone_slopes(points_)) {}

bool TimeCurve::is_straight() const {
  const glm::dvec2 from = points_.front(), way = points_.back() - from;
  return std::all_of(points_.begin(), points_.end(), [&](const glm::dvec2& point) {
    return std::abs((point.y - from.y) - (point.x - from.x) * way.y / way.x) <= 1e-9 * way.y;
  });
}

double TimeCurve::old_at(double seconds) const {
  if (seconds <= points_.front().x) return points_.front().y;
  if (seconds >= points_.back().x) return points_.back().y;
  std::size_t i = 0;
  while (points_[i + 1].x <= seconds) ++i;
  const double width = points_[i + 1].x - points_[i].x, t = (seconds - points_[i].x) / width;
  const double t2 = t * t, t3 = t2 * t;
  return (2.0 * t3 - 3.0 * t2 + 1.0) * points_[i].y + (t3 - 2.0 * t2 + t) * width * slopes_[i] +
         (3.0 * t2 - 2.0 * t3) * points_[i + 1].y + (t3 - t2) * width * slopes_[i + 1];
}

double TimeCurve::new_at(double seconds) const {
  double low = points_.front().x, high = points_.back().x;
  if (is_straight()) {
    const glm::dvec2 way = points_.back() - points_.front();
    return low + (seconds - points_.front().y) * way.x / way.y;
  }
  if (seconds <= points_.front().y) return low;
  if (seconds >= points_.back().y) return high;
  for (int step = 0; step < 60; ++step) {
    const double middle = 0.5 * (low + high);
    (old_at(middle) < seconds ? low : high) = middle;
  }
  return high;
}

std::vector<glm::dvec2> sound_points(std::vector<glm::dvec2> points, double old_length) {
  constexpr double kLeast = 1e-3;  // seconds between two points
  std::sort(points.begin(), points.end(),
            [](const glm::dvec2& a, const glm::dvec2& b) { return a.x < b.x; });
  const double length = old_length > 0.0 ? old_length : 1.0;
  std::vector<glm::dvec2> sound{{0.0, 0.0}};
  const double last = points.empty() ? length : std::max(points.back().x, 2.0 * kLeast);
  for (const glm::dvec2& point : points)
    if (point.x >= sound.back().x + kLeast && point.y >= sound.back().y + kLeast &&
        point.x <= last - kLeast && point.y <= length - kLeast)
      sound.push_back(point);
  sound.emplace_back(last, length);
  return sound;
}

Motion retimed(const Motion& motion, const TimeCurve& curve) {
  Motion result = motion;
  const double rate = double(motion.timing.frame_rate);
  const auto moved = [&](float time) { return float(curve.new_at(double(time))); };
  if (curve.is_straight()) {
    KeyPlaces places = all_keys(result);
    retime_keys(result, places, moved);
  } else {
    for (MotionTrack& track : result.tracks)
      for (MotionChannel& channel : track.channels) {
        if (channel.interpolation == Interpolation::step)
          move_steps(channel, curve);
        else
          channel = sampled(channel, curve, rate);
      }
  }
  result.timing.length = float(curve.points().back().x);
  if (result.timing.loop_end > 0.0f) {
    result.timing.loop_begin = moved(result.timing.loop_begin);
    result.timing.loop_end = moved(result.timing.loop_end);
  }
  return result;
}

std::optional<Carrier> carrier_of(const Scene& scene, const Motion& motion) {
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].skeleton) continue;
    const Skeleton& skeleton = *scene.nodes[n].skeleton;
    for (const Joint& joint : skeleton.joints) {
      const MotionChannel* channel = translation_of(motion, joint.id);
      if (channel == nullptr || !travels(*channel)) continue;
      const glm::dmat3 place(joint.parent < 0 ? glm::dmat4(1.0)
                                              : rest_place(skeleton, joint.parent));
      const std::optional<UpAxis> moved = up_in_motion(skeleton, motion);
      const glm::dvec3 up = direction_of(moved ? *moved : up_at_rest(skeleton).value_or(UpAxis::y));
      const glm::dmat3 across = glm::dmat3(1.0) - glm::outerProduct(up, up);
      return Carrier{int(n), joint.id, glm::inverse(place) * across * place, place};
    }
  }
  return std::nullopt;
}

Motion in_place(const Scene& scene, const Motion& motion) {
  const std::optional<Carrier> carrier = carrier_of(scene, motion);
  if (!carrier) return motion;
  Motion result = motion;
  const MotionChannel& channel = *translation_of(motion, carrier->joint);
  const glm::dvec3 first = first_value(channel);
  const glm::dmat3 across = carrier->across;
  for (MotionTrack& track : result.tracks)
    if (track.target == carrier->joint)
      for (MotionChannel& one : track.channels)
        if (one.property == channel.property)
          one = remade(
              channel, [&](const glm::dvec3& v) { return v - across * (v - first); },
              [&](const glm::dvec3& slope) { return slope - across * slope; });
  return result;
}

std::string why_no_travel_on_node(const Scene& scene, const Motion& motion) {
  const std::optional<Carrier> carrier = carrier_of(scene, motion);
  if (!carrier) return "The motion translates no joint: its figure stays where it is.";
  const Node& node = scene.nodes[at(carrier->node)];
  const MotionTrack* track = find_track(motion, node.id);
  return track != nullptr && !track->channels.empty()
             ? fmt::format("{} has keys of its own in this motion; delete them first.", node.name)
             : "";
}

Motion travel_on_node(const Scene& scene, const Motion& motion) {
  if (!why_no_travel_on_node(scene, motion).empty()) return motion;
  const Carrier carrier = *carrier_of(scene, motion);
  const Node& node = scene.nodes[at(carrier.node)];
  const MotionChannel& channel = *translation_of(motion, carrier.joint);
  const glm::dvec3 first = first_value(channel), place(node.local[3]);
  const glm::dmat3 way = glm::dmat3(node.local) * carrier.skeleton_from_parent * carrier.across;
  Motion result = in_place(scene, motion);
  MotionTrack track = track_as_it_stands(scene, node.id);
  track.channels = {remade(
      channel, [&](const glm::dvec3& v) { return place + way * (v - first); },
      [&](const glm::dvec3& slope) { return way * slope; })};
  put_track(result, std::move(track));
  return result;
}

Motion mixed(const Scene& scene, const Motion& first, const Motion& second, const Mix& mix) {
  return Mixer(scene, first, second, mix).result();
}

}  // namespace marrow
