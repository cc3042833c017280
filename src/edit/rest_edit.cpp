#include "edit/rest_edit.h"

#include "edit/motions/bake_springs.h"
#include "edit/motions/sampled.h"
#include "rig/ik/bone_stand.h"
#include "rig/ik/ik.h"
#include "rig/playback.h"
#include "scene/keys.h"
#include "scene/motion_sampling.h"

namespace marrow {
namespace {

/// True if `now` moves these joints in `after` as `was` does in `before`.
bool plays_alike(const Scene& before, const Motion& was, const Scene& after, const Motion& now,
                 const std::vector<JointRef>& joints) {
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

}  // namespace

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
