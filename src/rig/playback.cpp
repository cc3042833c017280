#include "rig/playback.h"

#include <algorithm>

#include "base/index.h"
#include "rig/ik/bone_stand.h"
#include "rig/ik/elbows.h"
#include "rig/ik/ik.h"
#include "scene/keys.h"
#include "scene/motion_sampling.h"

namespace marrow {

namespace {

// Share of the limb's length: a tip this near has arrived, because keys are in single precision.
constexpr double kReached = 1e-5;

/// A joint for which the motion has a target, with its track.
struct Drawn {
  int joint = -1;
  const MotionTrack* track = nullptr;
};

std::vector<Drawn> drawn_of(const Skeleton& skeleton, const Motion& motion) {
  std::vector<Drawn> drawn;
  for (const MotionTrack& track : motion.tracks) {
    if (find_channel(track, MotionProperty::ik_target) == nullptr) continue;
    const int joint = joint_index(skeleton, track.target);
    if (joint >= 0) drawn.push_back({joint, &track});
  }
  std::sort(drawn.begin(), drawn.end(),
            [](const Drawn& a, const Drawn& b) { return a.joint < b.joint; });
  return drawn;
}

double pin_of(const MotionTrack& track, float seconds) {
  const MotionChannel* pin = find_channel(track, MotionProperty::pin);
  return pin == nullptr ? 1.0 : std::clamp(double(value_at(*pin, seconds).front()), 0.0, 1.0);
}

BoneStand moved_by(BoneStand stand, const glm::dvec3& way) {
  stand.tip += way;
  stand.base += way;
  stand.side += way;
  return stand;
}

/// Joints whose tips are pulled, and all joints that turn to follow. Groups share no joints.
struct Group {
  std::vector<Drawn> drawn;
  std::vector<int> turned;  ///< ascending
};

bool have_common(const std::vector<int>& a, const std::vector<int>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](int joint) { return std::binary_search(b.begin(), b.end(), joint); });
}

/// Groups nearer to the root come first, because their turns move the others.
std::vector<Group> groups_of(const Skeleton& skeleton, const std::vector<Drawn>& drawn) {
  std::vector<Group> groups;
  for (const Drawn& one : drawn) {
    Group group{{one}, ik_limb(skeleton, one.joint)};
    for (auto other = groups.begin(); other != groups.end();) {
      if (!have_common(group.turned, other->turned)) {
        ++other;
        continue;
      }
      group.drawn.insert(group.drawn.end(), other->drawn.begin(), other->drawn.end());
      group.turned.insert(group.turned.end(), other->turned.begin(), other->turned.end());
      other = groups.erase(other);
    }
    sort_unique(group.turned);
    groups.push_back(std::move(group));
  }
  std::sort(groups.begin(), groups.end(),
            [](const Group& a, const Group& b) { return a.turned.front() < b.turned.front(); });
  return groups;
}

/// Elbows bend as in the keys; the straighter an elbow is, the more it bends to its own side, so
/// that nothing changes suddenly over time.
std::vector<IkElbow> bent_elbows(const Scene& scene, int node, const Group& group) {
  constexpr double kOwnSide = 0.03;  // sine of the bend that weighs as much as the elbow's own side
  const Skeleton& skeleton = *scene.nodes[at(node)].skeleton;
  std::vector<IkElbow> elbows = ik_elbows(scene, node, group.turned);
  for (IkElbow& elbow : elbows) {
    if (elbow.is_certain) continue;
    elbow.is_certain = true;
    const auto drawn = std::find_if(group.drawn.begin(), group.drawn.end(), [&](const Drawn& one) {
      return is_in_subtree(skeleton, elbow.joint, one.joint);
    });
    if (drawn == group.drawn.end()) continue;
    const JointRef joint{node, elbow.joint};
    const glm::dvec3 origin(skeleton.joints[at(elbow.joint)].user_local[3]);
    const BoneStand stand = stand_of_bone(scene, {node, drawn->joint});
    const glm::dvec3 end = drawn->joint == elbow.joint ? stand.tip : stand.base;
    const glm::dvec3 before = bone_above(skeleton, elbow.joint) + origin,
                     after = glm::dvec3(glm::inverse(world_from_rest_frame(scene, joint)) *
                                        glm::dvec4(end, 1.0)) -
                             origin;
    const double lengths = glm::length(before) * glm::length(after);
    const glm::dvec3 axis = glm::cross(before, after) / lengths + kOwnSide * elbow.axis;
    if (glm::length(axis) > 1e-6) elbow.axis = glm::normalize(axis);
  }
  return elbows;
}

/// Adds the pulls of these joints. True if a tip has not reached its place yet.
bool add_pulls(IkProblem& problem, const std::vector<Drawn>& drawn, float seconds) {
  bool is_off = false;
  for (const auto& [joint, track] : drawn) {
    const double pin = pin_of(*track, seconds);
    if (!(pin > 0.0)) continue;
    const std::vector<float> v =
        value_at(*find_channel(*track, MotionProperty::ik_target), seconds);
    const BoneStand stand = stand_of_bone(problem, joint);
    const glm::dvec3 way = pin * (glm::dvec3(v[0], v[1], v[2]) - stand.tip);
    if (!is_finite(glm::vec3(way))) continue;
    is_off |= glm::length(way) > kReached * limb_length(problem, joint);
    pull_bone(problem, joint, moved_by(stand, way));
  }
  return is_off;
}

void draw_tips(Scene& scene, int node, const Group& group, float seconds) {
  Skeleton& posed = edit_skeleton(scene, node);
  IkProblem problem;
  problem.skeleton = &posed;
  problem.world_from_skeleton = world_from_node(scene, node);
  problem.free = group.turned;
  if (!add_pulls(problem, group.drawn, seconds)) return;
  problem.elbows = bent_elbows(scene, node, group);
  const IkSolution solution = solve_ik(problem);
  const bool is_good =
      std::all_of(solution.user_locals.begin(), solution.user_locals.end(),
                  [](const glm::mat4& user_local) { return is_finite(user_local); });
  if (!is_good) return;
  for (const int joint : group.turned)
    posed.joints[at(joint)].user_local = solution.user_locals[at(joint)];
}

}  // namespace

Scene at_time(const Scene& scene, const Motion& motion, float seconds) {
  Scene result = keyed_at_time(scene, motion, seconds);
  for (std::size_t n = 0; n < result.nodes.size(); ++n) {
    if (!result.nodes[n].skeleton) continue;
    const std::vector<Drawn> drawn = drawn_of(*result.nodes[n].skeleton, motion);
    if (drawn.empty()) continue;
    for (const auto& [joint, track] : drawn)
      edit_skeleton(result, int(n)).joints[at(joint)].pinned = pin_of(*track, seconds) >= 0.5;
    const std::vector<Group> groups = groups_of(*result.nodes[n].skeleton, drawn);
    for (const Group& group : groups) draw_tips(result, int(n), group, seconds);
  }
  return result;
}

double pin_at(const Motion& motion, Id joint, float seconds) {
  const MotionTrack* track = find_track(motion, joint);
  return track == nullptr || find_channel(*track, MotionProperty::ik_target) == nullptr
             ? 0.0
             : pin_of(*track, seconds);
}

bool has_ik(const Scene& scene, const Motion& motion) {
  return std::any_of(scene.nodes.begin(), scene.nodes.end(), [&](const Node& node) {
    return node.skeleton && !drawn_of(*node.skeleton, motion).empty();
  });
}

}  // namespace marrow
