#include "edit/motions/bake_springs.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>

#include "base/index.h"
#include "edit/motions/sampled.h"
#include "rig/ik/ik.h"
#include "rig/joint_pose.h"
#include "rig/playback.h"
#include "scene/keys.h"
#include "scene/parallel.h"
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
  constexpr double kSameFrame = 1e-4;  // times nearer than this share of a frame are equal
  const double end = double(duration_of(motion)), rate = double(motion.timing.frame_rate);
  std::vector<double> times;
  for (std::size_t frame = 0; double(frame) < end * rate - kSameFrame; ++frame)
    times.push_back(double(frame) / rate);
  times.push_back(end);
  return times;
}

/// The time in the motion that the simulation shows; before 0 it settles or plays rounds.
float time_in_motion(double seconds, double duration, int rounds) {
  if (seconds >= 0.0) return float(std::min(seconds, duration));
  const double into_rounds = seconds + duration * rounds;
  return into_rounds <= 0.0 ? 0.0f : float(std::fmod(into_rounds, duration));
}

/// Collects rotations at the times of keys.
class Recorder {
 public:
  Recorder(std::vector<double> times, std::size_t joints)
      : times_(std::move(times)), placed_(joints) {}

  /// Adds keys for the times after the last step, up to this one.
  void record(double seconds, const Rotations& before, const Rotations& now) {
    constexpr double kSameStep = 1e-9;
    for (; next_ < times_.size() && times_[next_] <= seconds + kSameStep; ++next_) {
      const double share = 1.0 - (seconds - times_[next_]) / kSpringStep;
      for (std::size_t j = 0; j < now.size(); ++j) {
        const bool is_step = share > 1.0 - kSameStep / kSpringStep;
        placed_[j].push_back(
            {.rotation = is_step ? now[j] : glm::slerp(before[j], now[j], std::max(share, 0.0))});
      }
    }
  }

  bool is_done() const { return next_ == times_.size(); }
  std::vector<float> times() const { return {times_.begin(), times_.end()}; }
  const std::vector<Placed>& placed(std::size_t joint) const { return placed_[joint]; }

 private:
  std::vector<double> times_;
  std::vector<std::vector<Placed>> placed_;  ///< by joint
  std::size_t next_ = 0;
};

/// The motion without keys of swinging joints' rotations, so that an earlier bake changes nothing,
/// not even rounding.
Motion without_swings(const Scene& scene, Motion motion) {
  for (const SpringLink& link : spring_links(scene)) {
    const Joint& joint = scene.nodes[at(link.node)].skeleton->joints[at(link.joint)];
    const glm::dquat rest = glm::normalize(decompose(joint.bind_local).rotation);
    put_track(motion,
              with_rotations(track_for(scene, motion, joint.id), {0.0f}, {{.rotation = rest}}));
  }
  return motion;
}

}  // namespace

Motion with_baked_springs(const Scene& scene, const Motion& motion, const SpringBake& options,
                          const ProgressCallback& progress) {
  const double duration = double(duration_of(motion));
  const int rounds = duration > 0.0 ? std::max(options.rounds, 0) : 0;
  const double ahead = double(std::max(options.settle, 0.0f)) + duration * rounds;
  const auto steps_ahead = static_cast<long long>(std::ceil(ahead / kSpringStep - 1e-9));
  const Motion others = without_swings(scene, motion);
  const auto posed = [&](long long step) {
    const double seconds = double(step) * kSpringStep;
    return at_time(scene, others, time_in_motion(seconds, duration, rounds));
  };
  SpringSimulation springs(posed(-steps_ahead), options.contact);
  Recorder recorder(key_times(motion), springs.joints().size());
  Rotations before = rotations_of(springs);
  for (long long step = -steps_ahead; !recorder.is_done(); ++step) {
    if (step > -steps_ahead) springs.step(posed(step));
    const Rotations now = rotations_of(springs);
    const double seconds = double(step) * kSpringStep;
    if (step >= 0) recorder.record(seconds, before, now);
    before = now;
    if (!goes_on(progress, (seconds + ahead) / (duration + ahead + kSpringStep))) return motion;
  }
  Motion baked = motion;
  for (std::size_t j = 0; j < springs.joints().size(); ++j)
    put_track(baked, with_rotations(track_for(scene, motion, springs.joints()[j].joint),
                                    recorder.times(), recorder.placed(j)));
  return baked;
}

std::string why_no_bake(const Scene& scene, std::size_t motion) {
  if (motion >= scene.motions.size()) return "There is no motion to bake springs into.";
  if (!scene.springs || scene.springs->chains.empty())
    return "Nothing swings: no joint is in a chain of springs.";
  if (spring_links(scene).empty()) return "Nothing swings: the joints of the chains are gone.";
  return {};
}

std::vector<JointRef> turned_joints(const Scene& scene, const Motion& motion) {
  std::set<std::pair<int, int>> turned;
  for (const MotionTrack& track : motion.tracks) {
    const JointRef drawn = find_joint(scene, track.target);
    if (drawn.node < 0 || find_channel(track, MotionProperty::ik_target) == nullptr) continue;
    for (const int joint : ik_limb(*scene.nodes[at(drawn.node)].skeleton, drawn.joint))
      turned.emplace(drawn.node, joint);
  }
  std::vector<JointRef> joints;
  for (const auto& [node, joint] : turned) joints.push_back({node, joint});
  return joints;
}

double end_of(const Motion& motion) {
  double end = double(duration_of(motion));
  for (const MotionTrack& track : motion.tracks)
    for (const MotionChannel& channel : track.channels)
      end = std::max(end, double(channel.times.back()));
  return end;
}

Motion with_ik_baked(const Scene& scene, const Motion& motion, const ProgressCallback& progress) {
  const std::vector<JointRef> joints = turned_joints(scene, motion);
  if (joints.empty()) return motion;
  const std::vector<float> times = times_of_frames_and_keys(motion, end_of(motion));
  std::vector<std::vector<Placed>> placed(joints.size(), std::vector<Placed>(times.size()));
  std::atomic<std::size_t> done{0};
  std::atomic<bool> is_stopped{false};
  parallel_for(times.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !is_stopped; ++i) {
      const Scene posed = at_time(scene, motion, times[i]);
      for (std::size_t j = 0; j < joints.size(); ++j)
        placed[j][i] =
            placed_of(posed.nodes[at(joints[j].node)].skeleton->joints[at(joints[j].joint)]);
      if (!goes_on(progress, double(++done) / double(times.size()))) is_stopped = true;
    }
  });
  if (is_stopped) return motion;
  Motion baked = motion;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const Id id = scene.nodes[at(joints[j].node)].skeleton->joints[at(joints[j].joint)].id;
    put_track(baked, with_rotations(track_for(scene, motion, id), times, placed[j]));
  }
  for (MotionTrack& track : baked.tracks)
    std::erase_if(track.channels,
                  [](const MotionChannel& channel) { return is_ik(channel.property); });
  return baked;
}

}  // namespace marrow
