#include "edit/motions/bake_ik.h"

#include <algorithm>
#include <atomic>
#include <set>

#include "base/index.h"
#include "edit/motions/sampled.h"
#include "rig/ik/bone_stand.h"
#include "rig/ik/ik.h"
#include "rig/playback.h"
#include "scene/keys.h"
#include "scene/motion_sampling.h"
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

/// Whether `now` turns these joints in `after` as `was` does in `before`.
static bool plays_alike(const Scene& before, const Motion& was, const Scene& after,
                        const Motion& now, const std::vector<JointRef>& joints) {
  const double far = 1e-5 * glm::length(figure_extent(before, was));
  for (const float seconds : times_of_frames_and_keys(was, end_of(was))) {
    const Scene a = at_time(before, was, seconds), b = at_time(after, now, seconds);
    for (const JointRef& joint : joints) {
      const BoneStand in_a = stand_of_bone(a, joint), in_b = stand_of_bone(b, joint);
      if (glm::distance(in_a.tip, in_b.tip) > far || glm::distance(in_a.base, in_b.base) > far ||
          glm::distance(in_a.side, in_b.side) > far)
        return false;
    }
  }
  return true;
}

Operation rest_edit(const Scene& scene, Id skeleton_node, const Tasks& tasks) {
  const op::MakeRest rest{skeleton_node};
  op::Sequence edits{{rest}, label(scene, rest)};
  std::optional<Scene> after;
  for (std::size_t m = 0; m < scene.motions.size(); ++m) {
    const Motion& motion = *scene.motions[m];
    const std::vector<JointRef> joints = turned_joints(scene, motion);
    if (!joints.empty() && !after) after = apply(scene, rest, tasks).scene;
    if (joints.empty() || !after || plays_alike(scene, motion, *after, motion, joints)) continue;
    Motion kept = with_ik_baked(scene, motion), pinned = kept;
    for (const MotionTrack& track : motion.tracks)
      for (const MotionChannel& channel : track.channels)
        for (MotionTrack& to : pinned.tracks)
          if (to.target == track.target && is_ik(channel.property)) to.channels.push_back(channel);
    if (plays_alike(scene, motion, *after, pinned, joints)) kept = std::move(pinned);
    edits.operations.push_back(op::set_tracks(*after, m, kept, edits.what));
  }
  return edits;
}

}  // namespace marrow
