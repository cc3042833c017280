#include "edit/motions/hold.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>

#include "base/index.h"
#include "edit/motions/sampled.h"
#include "edit/operation.h"
#include "rig/ik/bone_stand.h"
#include "rig/ik/ik.h"
#include "rig/playback.h"
#include "scene/joint_places.h"
#include "scene/keys.h"
#include "scene/stance.h"

namespace marrow {

namespace {

struct Walker {
  int node = -1;
  glm::dvec3 up{0.0, 1.0, 0.0};  ///< world space, unit
  double leg = 1.0;              ///< length of thigh and shin at rest, world units
  std::vector<BodyJoints::Limb> legs;
};

double length_of(const Skeleton& skeleton, const glm::dmat4& world, const BodyJoints::Limb& leg) {
  const auto origin = [&](int joint) {
    return glm::dvec3((world * rest_place(skeleton, joint))[3]);
  };
  return glm::length(origin(leg.lower) - origin(leg.upper)) +
         glm::length(origin(leg.end) - origin(leg.lower));
}

std::optional<Walker> walker_of(const Scene& scene, const Motion& motion) {
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].skeleton) continue;
    const Skeleton& skeleton = *scene.nodes[n].skeleton;
    const bool is_moved = std::any_of(
        motion.tracks.begin(), motion.tracks.end(),
        [&](const MotionTrack& track) { return joint_index(skeleton, track.target) >= 0; });
    if (!is_moved) continue;
    Walker walker;
    walker.node = int(n);
    for (const BodyJoints::Limb& leg : body_joints(skeleton).legs)
      if (leg.upper >= 0 && leg.lower >= 0 && leg.end >= 0) walker.legs.push_back(leg);
    if (walker.legs.empty()) continue;
    const std::optional<UpAxis> moved = up_in_motion(skeleton, motion);
    const glm::dmat4 world = exact_world_from_node(scene, walker.node);
    walker.up =
        glm::normalize(glm::dmat3(world) *
                       direction_of(moved ? *moved : up_at_rest(skeleton).value_or(UpAxis::y)));
    walker.leg = std::max(length_of(skeleton, world, walker.legs.front()), 1e-9);
    return walker;
  }
  return std::nullopt;
}

glm::dvec3 tip_at(const Scene& scene, const Motion& motion, const JointRef& bone, double seconds) {
  return stand_of_bone(at_time(scene, motion, float(seconds)), bone).tip;
}

std::vector<float> times_of_frames(const Motion& motion) {
  const double rate = double(motion.timing.frame_rate), end = double(duration_of(motion));
  std::vector<float> times;
  for (double frame = 0.0; frame <= end * rate + 1e-6; ++frame)
    times.push_back(float(frame / rate));
  return times;
}

bool is_in(const Hold& hold, float seconds) {
  constexpr double kSameFrame = 1e-6;
  return double(seconds) >= hold.begin - kSameFrame && double(seconds) <= hold.end + kSameFrame;
}

/// One flag per frame: whether the tip is low and slow.
std::vector<char> standing_frames(const std::vector<glm::dvec3>& tips,
                                  const std::vector<float>& times, const Walker& walker,
                                  const ContactLimits& limits) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const glm::dvec3& tip : tips) lowest = std::min(lowest, glm::dot(tip, walker.up));
  std::vector<char> stands(tips.size(), 0);
  for (std::size_t i = 0; i < tips.size(); ++i) {
    const std::size_t from = i > 0 ? i - 1 : i, to = std::min(i + 1, tips.size() - 1);
    const double seconds = std::max(double(times[to]) - double(times[from]), 1e-9);
    const glm::dvec3 way = tips[to] - tips[from];
    const double speed = glm::length(way - glm::dot(way, walker.up) * walker.up) / seconds;
    stands[i] = glm::dot(tips[i], walker.up) - lowest <= limits.height * walker.leg &&
                speed <= limits.speed * walker.leg;
  }
  return stands;
}

void close_gaps(std::vector<char>& stands) {
  constexpr std::size_t kLongestGap = 2;
  std::size_t last = stands.size();
  for (std::size_t i = 0; i < stands.size(); ++i) {
    if (!stands[i]) continue;
    if (last < i && i - last - 1 <= kLongestGap)
      std::fill(stands.begin() + std::ptrdiff_t(last), stands.begin() + std::ptrdiff_t(i), 1);
    last = i;
  }
}

// ---- Holding

/// A joint's tip and the path on which it is held; one place is a path of one knot.
struct HeldTip {
  Hold hold;
  JointRef bone;
  bool is_smooth = false;
  glm::dvec3 origin{0.0};  ///< subtracted from `way`, because numbers near 0 have more digits
  std::array<std::vector<Knot>, 3> way;

  void add(float seconds, const glm::dvec3& place) {
    if (way[0].empty()) origin = place;
    for (int axis = 0; axis < 3; ++axis)
      way[at(axis)].push_back({seconds, float(place[axis] - origin[axis])});
  }

  glm::dvec3 place_at(double seconds, const Tasks& tasks) const {
    glm::dvec3 place = origin;
    for (int axis = 0; axis < 3; ++axis)
      place[axis] += double(is_smooth ? tasks.catmull_rom(way[at(axis)], float(seconds))
                                      : straight_at(way[at(axis)], float(seconds)));
    return place;
  }

 private:
  static float straight_at(const std::vector<Knot>& knots, float seconds) {
    const auto next =
        std::upper_bound(knots.begin(), knots.end(), seconds,
                         [](float time, const Knot& knot) { return time < knot.time; });
    if (next == knots.begin()) return knots.front().value;
    const Knot& before = *std::prev(next);
    if (next == knots.end()) return before.value;
    return glm::mix(before.value, next->value,
                    (seconds - before.time) / (next->time - before.time));
  }
};

glm::dvec3 mean_tip(const Scene& scene, const Motion& motion, const JointRef& bone,
                    const Hold& hold) {
  glm::dvec3 sum(0.0);
  double count = 0.0;
  for (const float time : times_of_frames(motion)) {
    if (!is_in(hold, time)) continue;
    sum += tip_at(scene, motion, bone, double(time));
    ++count;
  }
  return count > 0.0 ? sum / count : tip_at(scene, motion, bone, hold.begin);
}

/// The joints that may turn to bring a bone to its place.
std::vector<Id> limb_of(const Scene& scene, const JointRef& bone) {
  const Skeleton& skeleton = *scene.nodes[at(bone.node)].skeleton;
  std::vector<Id> limb;
  for (const int joint : ik_chain(skeleton, bone.joint, false))
    limb.push_back(skeleton.joints[at(joint)].id);
  return limb;
}

/// The times of a path's knots: the beginning, the end, and the keys of limb and bone in between.
std::vector<float> times_of_way(const Scene& scene, const Motion& motion, const Hold& hold,
                                const JointRef& bone) {
  std::vector<Id> targets = limb_of(scene, bone);
  targets.push_back(hold.joint);
  std::set<float> times{float(hold.begin), float(hold.end)};
  for (const Id target : targets)
    if (const MotionTrack* track = find_track(motion, target))
      for (const MotionChannel& channel : track->channels)
        for (const float time : channel.times)
          if (is_in(hold, time)) times.insert(time);
  return {times.begin(), times.end()};
}

/// 1 in the hold's time span, 0 if farther from it than `fade`, seconds.
double share_of(const Hold& hold, double seconds, double fade) {
  const double away = std::max({hold.begin - seconds, seconds - hold.end, 0.0});
  if (away <= 1e-6) return 1.0;
  if (!(fade > 0.0) || away >= fade) return 0.0;
  return glm::smoothstep(0.0, 1.0, 1.0 - away / fade);
}

bool is_same(const JointRef& a, const JointRef& b) {
  return a.node == b.node && a.joint == b.joint;
}

/// The offset that a tip needs at a time: a weighted mean over the holds that are near in time.
glm::dvec3 push_of(const std::vector<HeldTip>& held, const JointRef& bone, const glm::dvec3& tip,
                   double seconds, double fade, const Tasks& tasks) {
  glm::dvec3 push(0.0);
  double all = 0.0, most = 0.0;
  for (const HeldTip& one : held) {
    if (!is_same(one.bone, bone)) continue;
    const double share = share_of(one.hold, seconds, fade);
    push += share * (one.place_at(seconds, tasks) - tip);
    all += share;
    most = std::max(most, share);
  }
  return all > 0.0 ? push * (most / all) : push;
}

Scene with_bone_pushed(const Scene& posed, const JointRef& bone, const glm::dvec3& push,
                       const Tasks& tasks) {
  const BoneStand stand = stand_of_bone(posed, bone);
  const Node& node = posed.nodes[at(bone.node)];
  op::SolveIk ik;
  ik.skeleton_node = node.id;
  ik.handles.push_back({node.skeleton->joints[at(bone.joint)].id, glm::vec3(stand.tip + push),
                        glm::vec3(stand.base + push), glm::vec3(stand.side + push)});
  Applied applied = ik.applied(posed, tasks);
  return applied.scene ? *std::move(applied.scene) : posed;
}

std::vector<HeldTip> held_tips(const Scene& scene, const Motion& motion,
                               const std::vector<Hold>& holds, HeldWhere where) {
  std::vector<HeldTip> held;
  for (const Hold& hold : holds) {
    const JointRef bone = find_joint(scene, hold.joint);
    if (bone.node < 0) continue;
    HeldTip& one = held.emplace_back();
    one.hold = hold;
    one.bone = bone;
    one.is_smooth = where == HeldWhere::smooth;
    const auto begin = float(hold.begin);
    if (where == HeldWhere::mean)
      one.add(begin, mean_tip(scene, motion, bone, hold));
    else if (where == HeldWhere::begin)
      one.add(begin, tip_at(scene, motion, bone, hold.begin));
    else
      for (const float time : times_of_way(scene, motion, hold, bone))
        one.add(time, tip_at(scene, motion, bone, double(time)));
  }
  return held;
}

/// Each bone once, bones nearer to the root first.
std::vector<JointRef> bones_of(const std::vector<HeldTip>& held) {
  std::vector<JointRef> bones;
  for (const HeldTip& one : held) bones.push_back(one.bone);
  std::sort(bones.begin(), bones.end(), [](const JointRef& a, const JointRef& b) {
    return std::pair(a.node, a.joint) < std::pair(b.node, b.joint);
  });
  bones.erase(std::unique(bones.begin(), bones.end(), is_same), bones.end());
  return bones;
}

}  // namespace

int walking_node(const Scene& scene, const Motion& motion) {
  const std::optional<Walker> walker = walker_of(scene, motion);
  return walker ? walker->node : -1;
}

std::vector<Hold> foot_contacts(const Scene& scene, const Motion& motion,
                                const ContactLimits& limits) {
  const std::optional<Walker> walker = walker_of(scene, motion);
  if (!walker) return {};
  const std::vector<float> times = times_of_frames(motion);
  std::vector<std::vector<glm::dvec3>> tips(walker->legs.size());
  for (const float time : times) {
    const Scene posed = at_time(scene, motion, time);
    for (std::size_t leg = 0; leg < tips.size(); ++leg)
      tips[leg].push_back(stand_of_bone(posed, {walker->node, walker->legs[leg].end}).tip);
  }
  std::vector<Hold> contacts;
  for (std::size_t leg = 0; leg < tips.size(); ++leg) {
    std::vector<char> stands = standing_frames(tips[leg], times, *walker, limits);
    close_gaps(stands);
    const Id foot = scene.nodes[at(walker->node)].skeleton->joints[at(walker->legs[leg].end)].id;
    for (std::size_t i = 0; i < stands.size(); ++i) {
      if (!stands[i]) continue;
      const std::size_t begin = i;
      while (i + 1 < stands.size() && stands[i + 1]) ++i;
      if (i > begin) contacts.push_back({foot, double(times[begin]), double(times[i])});
    }
  }
  std::stable_sort(contacts.begin(), contacts.end(),
                   [](const Hold& a, const Hold& b) { return a.begin < b.begin; });
  return contacts;
}

Motion with_joints_held(const Scene& scene, const Motion& motion, const std::vector<Hold>& holds,
                        const HoldOptions& options, const Tasks& tasks,
                        const ProgressCallback& progress) {
  const std::vector<HeldTip> held = held_tips(scene, motion, holds, options.where);
  const std::vector<JointRef> bones = bones_of(held);
  std::map<Id, std::vector<Placed>> placed;  // by joint that may turn
  for (const JointRef& bone : bones)
    for (const Id joint : limb_of(scene, bone)) placed[joint];
  if (placed.empty()) return motion;
  const std::vector<float> times = times_of_frames_and_keys(motion, double(duration_of(motion)));
  for (const float time : times) {
    if (!goes_on(progress, double(time) / std::max(double(times.back()), 1e-9))) return motion;
    Scene posed = at_time(scene, motion, time);
    for (const JointRef& bone : bones) {
      const glm::dvec3 push =
          push_of(held, bone, stand_of_bone(posed, bone).tip, double(time), options.fade, tasks);
      if (glm::length(push) > 0.0) posed = with_bone_pushed(posed, bone, push, tasks);
    }
    for (auto& [joint, one] : placed) one.push_back(placed_of(*joint_of(posed, joint)));
  }
  Motion result = motion;
  for (const auto& [target, one] : placed)
    put_track(result, with_rotations(track_for(scene, motion, target), times, one));
  return result;
}

double farthest_miss(const Scene& scene, const Motion& motion, const Motion& result,
                     const std::vector<Hold>& holds, const HoldOptions& options,
                     const Tasks& tasks) {
  double farthest = 0.0;
  for (const HeldTip& one : held_tips(scene, motion, holds, options.where))
    for (const float time : times_of_frames(motion))
      if (is_in(one.hold, time))
        farthest = std::max(farthest, glm::length(tip_at(scene, result, one.bone, double(time)) -
                                                  one.place_at(double(time), tasks)));
  return farthest;
}

double farthest_slide(const Scene& scene, const Motion& motion, const std::vector<Hold>& holds) {
  double farthest = 0.0;
  for (const Hold& hold : holds) {
    const JointRef bone = find_joint(scene, hold.joint);
    if (bone.node < 0) continue;
    const glm::dvec3 first = tip_at(scene, motion, bone, hold.begin);
    for (const float time : times_of_frames(motion))
      if (is_in(hold, time))
        farthest =
            std::max(farthest, glm::length(tip_at(scene, motion, bone, double(time)) - first));
  }
  return farthest;
}

}  // namespace marrow
