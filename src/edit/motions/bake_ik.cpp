#include "edit/motions/bake_ik.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <utility>

#include "base/index.h"
#include "edit/motions/sampled.h"
#include "rig/ik/ik.h"
#include "rig/playback.h"
#include "scene/joint_places.h"
#include "scene/keys.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

/// Joints that the motion's targets may turn, each once.
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

void drop_ik(Motion& motion) {
  for (MotionTrack& track : motion.tracks)
    std::erase_if(track.channels,
                  [](const MotionChannel& channel) { return is_ik(channel.property); });
}

}  // namespace

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
  drop_ik(baked);
  return baked;
}

namespace {

/// Whether both scenes have the skeleton's bones in the same places, which differ in rest poses.
bool are_alike(const Scene& a, const Scene& b, std::size_t node) {
  constexpr double kAlike = 1e-5;  // of the distances between joints
  const std::vector<Joint>& joints = a.nodes[node].skeleton->joints;
  const std::vector<glm::dmat4> in_a = posed_places(*a.nodes[node].skeleton),
                                in_b = posed_places(*b.nodes[node].skeleton);
  glm::dvec3 low(in_a[0][3]), high = low;
  double gap = 0.0;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const glm::dmat4 moved = in_b[j] - in_a[j];
    const double around = double(glm::length(joints[j].extent) + joints[j].radii().largest());
    gap = std::max(gap, glm::length(glm::dvec3(moved[3])));
    for (int axis = 0; axis < 3; ++axis)
      gap = std::max(gap, around * glm::length(glm::dvec3(moved[axis])));
    low = glm::min(low, glm::dvec3(in_a[j][3]));
    high = glm::max(high, glm::dvec3(in_a[j][3]));
  }
  return gap <= kAlike * glm::distance(low, high);
}

/// Whether `now` plays in `after` as `was` does in `before`, at these times.
bool plays_alike(const Scene& before, const Motion& was, const Scene& after, const Motion& now,
                 const std::vector<float>& times) {
  std::atomic<bool> is_alike{true};
  parallel_for(times.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && is_alike; ++i) {
      const Scene a = at_time(before, was, times[i]), b = at_time(after, now, times[i]);
      for (std::size_t n = 0; n < a.nodes.size(); ++n)
        if (const auto& skeleton = a.nodes[n].skeleton;
            skeleton && !skeleton->joints.empty() && !are_alike(a, b, n))
          is_alike = false;
    }
  });
  return is_alike;
}

}  // namespace

std::shared_ptr<const Motion> with_ik_kept(const Scene& before, const Scene& after,
                                           std::shared_ptr<const Motion> motion) {
  if (!has_ik(before, *motion)) return motion;
  const std::vector<float> times = times_of_frames_and_keys(*motion, end_of(*motion));
  if (plays_alike(before, *motion, after, *motion, times)) return motion;
  Motion baked = with_ik_baked(before, *motion), pinned = baked;
  for (const MotionTrack& track : motion->tracks)
    for (const MotionChannel& channel : track.channels)
      for (MotionTrack& to : pinned.tracks)
        if (to.target == track.target && is_ik(channel.property)) to.channels.push_back(channel);
  const bool is_pinned = plays_alike(before, *motion, after, pinned, times);
  return std::make_shared<const Motion>(is_pinned ? std::move(pinned) : std::move(baked));
}

}  // namespace marrow
