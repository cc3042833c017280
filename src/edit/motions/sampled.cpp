#include "edit/motions/sampled.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "edit/keying.h"
#include "io/trs.h"
#include "scene/keys.h"

namespace marrow {

namespace {

constexpr double kSame = 1e-9;  ///< numbers that differ by less are equal up to rounding

std::vector<float> floats(const glm::dvec3& v) { return {float(v.x), float(v.y), float(v.z)}; }
std::vector<float> floats(const glm::dquat& q) {
  return {float(q.x), float(q.y), float(q.z), float(q.w)};
}
std::vector<float> floats(const std::vector<double>& numbers) {
  return {numbers.begin(), numbers.end()};
}

/// Adds a channel with the values of the first `count` samples as linear keys.
template <typename Value>
void add_channel(MotionTrack& track, MotionProperty property, const std::vector<float>& times,
                 const std::vector<Placed>& placed, Value Placed::*value, std::size_t count) {
  std::vector<Key> keys;
  for (std::size_t i = 0; i < count; ++i)
    keys.push_back({times[i], floats(placed[i].*value), {}, {}, KeyShape::linear});
  track.channels.push_back(channel_of(property, std::move(keys)));
}

bool is_same(const glm::dvec3& a, const glm::dvec3& b) { return glm::length(a - b) <= kSame; }
bool is_same(const glm::dquat& a, const glm::dquat& b) {
  return 1.0 - std::abs(glm::dot(a, b)) <= kSame * kSame;
}

bool is_same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double one, double other) { return std::abs(one - other) <= kSame; });
}

}  // namespace

Placed placed_at(const MotionTrack& track, float seconds) {
  Placed placed{
      glm::dvec3(track.translation), glm::dquat(track.rotation), glm::dvec3(track.scale), {}};
  for (const MotionChannel& channel : track.channels) {
    const std::vector<float> v = value_at(channel, seconds);
    switch (channel.property) {
      case MotionProperty::translation:
        placed.translation = {v[0], v[1], v[2]};
        break;
      case MotionProperty::rotation:
        placed.rotation =
            glm::normalize(glm::dquat(double(v[3]), double(v[0]), double(v[1]), double(v[2])));
        break;
      case MotionProperty::scale:
        placed.scale = {v[0], v[1], v[2]};
        break;
      case MotionProperty::morph_weights:
        placed.weights.assign(v.begin(), v.end());
        break;
      case MotionProperty::ik_target:
      case MotionProperty::pin:
        break;
    }
  }
  return placed;
}

Placed placed_of(const Joint& joint) {
  const io::Trs trs = io::trs_of(glm::dmat4(joint.bind_local) * glm::dmat4(joint.user_local)).upper;
  return {trs.translation, trs.rotation, trs.scale, {}};
}

MotionTrack track_for(const Scene& scene, const Motion& motion, Id target) {
  const MotionTrack* track = find_track(motion, target);
  if (track != nullptr && (track->channels.empty() || has_place(*track))) return *track;
  MotionTrack rest = track_as_it_stands(scene, target);
  if (track != nullptr) rest.channels = track->channels;
  if (track != nullptr) return rest;
  const Node* node = find_node(scene, target);
  if (node == nullptr) return rest;
  if (std::vector<float> weights = weights_of(*node); !weights.empty())
    rest.channels.push_back(
        {MotionProperty::morph_weights, Interpolation::linear, {0.0f}, std::move(weights)});
  return rest;
}

MotionTrack sampled_track(Id target, const std::vector<float>& times,
                          const std::vector<Placed>& placed) {
  const Placed& first = placed.front();
  MotionTrack track{target, glm::vec3(first.translation), glm::quat(first.rotation),
                    glm::vec3(first.scale)};
  const auto add = [&](MotionProperty property, auto value, std::size_t least) {
    const bool moves = std::any_of(placed.begin(), placed.end(), [&](const Placed& one) {
      return !is_same(one.*value, first.*value);
    });
    const std::size_t count = moves ? times.size() : least;
    if (count > 0) add_channel(track, property, times, placed, value, count);
  };
  add(MotionProperty::translation, &Placed::translation, 0);
  add(MotionProperty::rotation, &Placed::rotation, 0);
  add(MotionProperty::scale, &Placed::scale, 0);
  if (!first.weights.empty()) add(MotionProperty::morph_weights, &Placed::weights, 1);
  return track;
}

MotionTrack with_rotations(const MotionTrack& track, const std::vector<float>& times,
                           const std::vector<Placed>& placed) {
  const MotionTrack sampled = sampled_track(track.target, times, placed);
  MotionTrack result = track;
  std::erase_if(result.channels, [](const MotionChannel& channel) {
    return channel.property == MotionProperty::rotation;
  });
  result.rotation = sampled.rotation;
  for (const MotionChannel& channel : sampled.channels)
    if (channel.property == MotionProperty::rotation) result.channels.push_back(channel);
  return result;
}

std::vector<float> times_of_frames_and_keys(const Motion& motion, double end) {
  // samples at most: a motion with more frames is sampled at a lower rate
  constexpr double kMostFrames = 100000.0;
  std::set<float> times{float(end)};
  const double frames = std::min(std::floor(end * double(motion.timing.frame_rate)), kMostFrames);
  const double step = frames < kMostFrames ? 1.0 / double(motion.timing.frame_rate) : end / frames;
  for (double frame = 0.0; frame <= frames; ++frame) times.insert(float(frame * step));
  for (const MotionTrack& track : motion.tracks)
    for (const MotionChannel& channel : track.channels)
      for (const float time : channel.times)
        if (double(time) <= end) times.insert(time);
  return {times.begin(), times.end()};
}

std::vector<Id> targets_of(const Scene& scene, const Motion& motion) {
  std::vector<Id> targets;
  for (const MotionTrack& track : motion.tracks)
    if (joint_of(scene, track.target) != nullptr || find_node(scene, track.target) != nullptr)
      targets.push_back(track.target);
  return targets;
}

}  // namespace marrow
