#include "edit/spring_bake.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/index.h"
#include "edit/keying.h"
#include "rig/joint_pose.h"
#include "scene/keys.h"
#include "scene/playback.h"
#include "scene/spring_links.h"

namespace marrow {

namespace {

using Rotations = std::vector<glm::dquat>;

Rotations rotations_of(const SpringSimulation& springs) {
  Rotations rotations;
  for (const SwungJoint& joint : springs.joints()) rotations.push_back(joint.rotation);
  return rotations;
}

/// The times of keys, seconds: each frame's before the end, and the end.
std::vector<double> key_times(const Motion& motion) {
  constexpr double kSameTime = 1e-4;  // of a frame
  const double end = static_cast<double>(duration_of(motion)),
               rate = static_cast<double>(motion.timing.frame_rate);
  std::vector<double> times;
  for (std::size_t frame = 0; static_cast<double>(frame) < end * rate - kSameTime; ++frame)
    times.push_back(static_cast<double>(frame) / rate);
  times.push_back(end);
  return times;
}

/// Where in the motion the simulation is; before 0 it settles or plays rounds.
float time_in_motion(double seconds, double duration, int rounds) {
  if (seconds >= 0.0) return static_cast<float>(std::min(seconds, duration));
  const double into_rounds = seconds + duration * rounds;
  return into_rounds <= 0.0 ? 0.0f : static_cast<float>(std::fmod(into_rounds, duration));
}

/// A rotation channel in the making.
class Recorder {
 public:
  explicit Recorder(std::vector<double> times) : times_(std::move(times)) {}

  /// Keys of the times from the last step until this one.
  void record(double seconds, const Rotations& before, const Rotations& now) {
    constexpr double kSameTime = 1e-9;
    if (values_.empty()) values_.resize(now.size());
    for (; next_ < times_.size() && times_[next_] <= seconds + kSameTime; ++next_) {
      const double share = 1.0 - (seconds - times_[next_]) / kSpringStep;
      for (std::size_t j = 0; j < now.size(); ++j)
        add(values_[j], share > 1.0 - kSameTime / kSpringStep
                            ? now[j]
                            : glm::slerp(before[j], now[j], std::max(share, 0.0)));
    }
  }

  bool is_done() const { return next_ == times_.size(); }

  MotionChannel channel(std::size_t joint) const {
    MotionChannel made{.property = MotionProperty::rotation,
                       .interpolation = Interpolation::linear,
                       .times = std::vector<float>(times_.begin(), times_.end()),
                       .values = values_[joint]};
    return made;
  }

 private:
  /// The sign that is nearer to the key before.
  static void add(std::vector<float>& values, glm::dquat rotation) {
    glm::quat q(glm::normalize(rotation));
    if (!values.empty()) {
      const float* last = &values[values.size() - 4];
      if (last[0] * q.x + last[1] * q.y + last[2] * q.z + last[3] * q.w < 0.0f) q = -q;
    }
    values.insert(values.end(), {q.x, q.y, q.z, q.w});
  }

  std::vector<double> times_;
  std::vector<std::vector<float>> values_;  ///< by joint
  std::size_t next_ = 0;
};

/// The motion's track of a joint; a new one holds it as it stands.
MotionTrack& track_of(const Scene& scene, Motion& motion, Id joint) {
  const auto found = std::find_if(motion.tracks.begin(), motion.tracks.end(),
                                  [&](const MotionTrack& one) { return one.target == joint; });
  if (found != motion.tracks.end()) return *found;
  motion.tracks.push_back(track_as_it_stands(scene, joint));
  return motion.tracks.back();
}

void remove_rotations(MotionTrack& track) {
  std::erase_if(track.channels, [](const MotionChannel& channel) {
    return channel.property == MotionProperty::rotation;
  });
}

/// The motion without rotations of what swings: what was baked before changes not even rounding.
Motion without_swings(const Scene& scene, Motion motion) {
  for (const SpringLink& link : spring_links(scene)) {
    const Joint& joint = scene.nodes[at(link.node)].skeleton->joints[at(link.joint)];
    MotionTrack& track = track_of(scene, motion, joint.id);
    remove_rotations(track);
    track.rotation = glm::normalize(decompose(joint.bind_local).rotation);
  }
  return motion;
}

void put_rotations(MotionTrack& track, MotionChannel channel) {
  remove_rotations(track);
  track.channels.push_back(std::move(channel));
}

}  // namespace

std::optional<Motion> with_baked_springs(const Scene& scene, const Motion& motion,
                                         const SpringBake& options,
                                         const std::function<bool(double share)>& go_on) {
  const double duration = static_cast<double>(duration_of(motion));
  const int rounds = duration > 0.0 ? std::max(options.rounds, 0) : 0;
  const double ahead = static_cast<double>(std::max(options.settle, 0.0f)) + duration * rounds;
  const auto steps_ahead = static_cast<long long>(std::ceil(ahead / kSpringStep - 1e-9));
  const Motion others = without_swings(scene, motion);
  const auto posed = [&](long long step) {
    const double seconds = static_cast<double>(step) * kSpringStep;
    return at_time(scene, others, time_in_motion(seconds, duration, rounds));
  };
  SpringSimulation springs(posed(-steps_ahead), options.contact);
  Recorder recorder(key_times(motion));
  Rotations before = rotations_of(springs);
  for (long long step = -steps_ahead; !recorder.is_done(); ++step) {
    if (step > -steps_ahead) springs.step(posed(step));
    const Rotations now = rotations_of(springs);
    const double seconds = static_cast<double>(step) * kSpringStep;
    if (step >= 0) recorder.record(seconds, before, now);
    before = now;
    if (go_on && !go_on((seconds + ahead) / (duration + ahead + kSpringStep))) return std::nullopt;
  }
  Motion baked = motion;
  for (std::size_t j = 0; j < springs.joints().size(); ++j)
    put_rotations(track_of(scene, baked, springs.joints()[j].joint), recorder.channel(j));
  return baked;
}

op::SetTracks bake_springs(const Scene& scene, std::size_t motion, const SpringBake& options) {
  return op::set_tracks(scene, motion, *with_baked_springs(scene, *scene.motions[motion], options),
                        "Bake springs");
}

std::string why_no_bake(const Scene& scene, std::size_t motion) {
  if (motion >= scene.motions.size()) return "There is no motion whose keys springs could be.";
  if (!scene.springs || scene.springs->chains.empty())
    return "Nothing swings: no joint is in a chain of springs.";
  if (spring_links(scene).empty()) return "Nothing swings: the joints of the chains are gone.";
  return {};
}

}  // namespace marrow
