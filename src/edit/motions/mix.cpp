#include "edit/motions/mix.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>

#include "edit/motions/retime.h"
#include "edit/motions/sampled.h"
#include "scene/keys.h"

namespace marrow {

namespace {

/// 0 to 1 while x goes from 0 to `width`, without a corner.
double eased(double x, double width) {
  if (!(width > 0.0)) return x >= 0.0 ? 1.0 : 0.0;
  const double share = std::clamp(x / width, 0.0, 1.0);
  return share * share * (3.0 - 2.0 * share);
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

/// `from`: the second at its beginning.
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
  /// Frames and keys of the first, and when the second's keys come.
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
    constexpr float kNear = 1e-5f;  // seconds: one key, not two
    for (const float time : times)
      if (times_.empty() || time - times_.back() > kNear) times_.push_back(time);
  }

  /// The second's own time.
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
    if (mix_.begin <= 0.0 && mix_.repeats) return mix_.weight;  // from end to end
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

Motion mixed(const Scene& scene, const Motion& first, const Motion& second, const Mix& mix) {
  return Mixer(scene, first, second, mix).result();
}

}  // namespace marrow
