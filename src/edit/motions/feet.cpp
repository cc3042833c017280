#include "edit/motions/feet.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "base/index.h"
#include "edit/motions/sampled.h"
#include "edit/operation.h"
#include "io/trs.h"
#include "rig/ik/ik.h"
#include "scene/playback.h"
#include "scene/stance.h"

namespace marrow {

namespace {

struct Walker {
  int node = -1;
  glm::dvec3 up{0.0, 1.0, 0.0};  ///< world space, unit
  double leg = 1.0;              ///< thigh and shin at rest, world units
  std::vector<BodyJoints::Limb> legs;
};

const Skeleton& skeleton_of(const Scene& scene, const Walker& walker) {
  return *scene.nodes[at(walker.node)].skeleton;
}

bool is_whole(const BodyJoints::Limb& leg) {
  return leg.upper >= 0 && leg.lower >= 0 && leg.end >= 0;
}

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
      if (is_whole(leg)) walker.legs.push_back(leg);
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

/// A foot in the world at one time.
struct FootStand {
  glm::dvec3 base{0.0}, tip{0.0}, side{0.0};
};

FootStand stand_of_foot(const Scene& posed, const Walker& walker, int foot) {
  const Skeleton& skeleton = skeleton_of(posed, walker);
  const glm::dmat4 place = exact_world_from_node(posed, walker.node) * posed_place(skeleton, foot);
  const glm::vec3 extent = skeleton.joints[at(foot)].extent;
  return {glm::dvec3(place[3]), glm::dvec3(place * glm::dvec4(extent, 1.0)),
          glm::dvec3(place * glm::dvec4(ik_side(glm::dvec3(extent)), 1.0))};
}

std::vector<float> times_of_frames(const Motion& motion) {
  const double rate = double(motion.timing.frame_rate), end = double(duration_of(motion));
  std::vector<float> times;
  for (double frame = 0.0; frame <= end * rate + 1e-6; ++frame)
    times.push_back(float(frame / rate));
  return times;
}

glm::dvec3 over_ground(const glm::dvec3& way, const glm::dvec3& up) {
  return way - glm::dot(way, up) * up;
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
    const double speed = glm::length(over_ground(tips[to] - tips[from], walker.up)) / seconds;
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

/// Where the tip of a foot is held during a contact.
struct HeldFoot {
  FootContact contact;
  int foot = -1;
  glm::dvec3 place{0.0};
};

glm::dvec3 mean_tip(const Scene& scene, const Motion& motion, const Walker& walker, int foot,
                    const FootContact& contact) {
  glm::dvec3 sum(0.0);
  double count = 0.0;
  for (const float time : times_of_frames(motion)) {
    if (double(time) < contact.begin - 1e-6 || double(time) > contact.end + 1e-6) continue;
    sum += stand_of_foot(at_time(scene, motion, time), walker, foot).tip;
    ++count;
  }
  return count > 0.0
             ? sum / count
             : stand_of_foot(at_time(scene, motion, float(contact.begin)), walker, foot).tip;
}

/// 1 during the contact, 0 farther away than `fade`.
double share_of(const FootContact& contact, double seconds, double fade) {
  const double away = std::max({contact.begin - seconds, seconds - contact.end, 0.0});
  if (away <= 1e-6) return 1.0;
  if (!(fade > 0.0) || away >= fade) return 0.0;
  const double x = 1.0 - away / fade;
  return x * x * (3.0 - 2.0 * x);
}

/// How far a foot is to be moved at a time; contacts that are near each other share.
glm::dvec3 push_of(const std::vector<HeldFoot>& held, int foot, const glm::dvec3& tip,
                   double seconds, double fade) {
  glm::dvec3 push(0.0);
  double all = 0.0, most = 0.0;
  for (const HeldFoot& one : held) {
    if (one.foot != foot) continue;
    const double share = share_of(one.contact, seconds, fade);
    push += share * (one.place - tip);
    all += share;
    most = std::max(most, share);
  }
  return all > 0.0 ? push * (most / all) : push;
}

const BodyJoints::Limb* leg_of(const Walker& walker, int foot) {
  for (const BodyJoints::Limb& leg : walker.legs)
    if (leg.end == foot) return &leg;
  return nullptr;
}

/// The scene with a foot moved by `push`.
Scene with_foot_pushed(const Scene& posed, const Walker& walker, int foot, const glm::dvec3& push,
                       const Tasks& tasks) {
  const FootStand stand = stand_of_foot(posed, walker, foot);
  op::SolveIk ik;
  ik.skeleton_node = posed.nodes[at(walker.node)].id;
  ik.handles.push_back({skeleton_of(posed, walker).joints[at(foot)].id, glm::vec3(stand.tip + push),
                        glm::vec3(stand.base + push), glm::vec3(stand.side + push)});
  Applied applied = ik.applied(posed, tasks);
  return applied.scene ? *std::move(applied.scene) : posed;
}

Placed placed_of(const Joint& joint) {
  const io::Trs trs = io::trs_of(glm::dmat4(joint.bind_local) * glm::dmat4(joint.user_local)).upper;
  return {trs.translation, trs.rotation, trs.scale, {}};
}

/// The track with other rotations; translation and scale keep their keys.
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

}  // namespace

int walking_node(const Scene& scene, const Motion& motion) {
  const std::optional<Walker> walker = walker_of(scene, motion);
  return walker ? walker->node : -1;
}

std::vector<FootContact> foot_contacts(const Scene& scene, const Motion& motion,
                                       const ContactLimits& limits) {
  const std::optional<Walker> walker = walker_of(scene, motion);
  if (!walker) return {};
  const std::vector<float> times = times_of_frames(motion);
  std::vector<std::vector<glm::dvec3>> tips(walker->legs.size());
  for (const float time : times) {
    const Scene posed = at_time(scene, motion, time);
    for (std::size_t leg = 0; leg < tips.size(); ++leg)
      tips[leg].push_back(stand_of_foot(posed, *walker, walker->legs[leg].end).tip);
  }
  std::vector<FootContact> contacts;
  for (std::size_t leg = 0; leg < tips.size(); ++leg) {
    std::vector<char> stands = standing_frames(tips[leg], times, *walker, limits);
    close_gaps(stands);
    const Id foot = skeleton_of(scene, *walker).joints[at(walker->legs[leg].end)].id;
    for (std::size_t i = 0; i < stands.size(); ++i) {
      if (!stands[i]) continue;
      const std::size_t begin = i;
      while (i + 1 < stands.size() && stands[i + 1]) ++i;
      if (i > begin) contacts.push_back({foot, double(times[begin]), double(times[i])});
    }
  }
  std::stable_sort(contacts.begin(), contacts.end(),
                   [](const FootContact& a, const FootContact& b) { return a.begin < b.begin; });
  return contacts;
}

Motion with_feet_held(const Scene& scene, const Motion& motion,
                      const std::vector<FootContact>& contacts, double fade, const Tasks& tasks,
                      const std::atomic<bool>* stop) {
  const std::optional<Walker> walker = walker_of(scene, motion);
  if (!walker || contacts.empty()) return motion;
  const Skeleton& skeleton = skeleton_of(scene, *walker);
  std::vector<HeldFoot> held;
  std::map<int, std::vector<Placed>> placed;  // of each joint of the legs concerned
  for (const FootContact& contact : contacts) {
    const int foot = joint_index(skeleton, contact.foot);
    const BodyJoints::Limb* leg = foot < 0 ? nullptr : leg_of(*walker, foot);
    if (leg == nullptr) continue;
    held.push_back({contact, foot, mean_tip(scene, motion, *walker, foot, contact)});
    for (const int joint : {leg->upper, leg->lower, leg->end}) placed[joint];
  }
  const std::vector<float> times = times_of_frames_and_keys(motion, double(duration_of(motion)));
  for (const float time : times) {
    if (stop != nullptr && *stop) return motion;
    Scene posed = at_time(scene, motion, time);
    for (const BodyJoints::Limb& leg : walker->legs) {
      if (!placed.contains(leg.end)) continue;
      const glm::dvec3 tip = stand_of_foot(posed, *walker, leg.end).tip;
      const glm::dvec3 push = push_of(held, leg.end, tip, double(time), fade);
      if (glm::length(push) > 0.0) posed = with_foot_pushed(posed, *walker, leg.end, push, tasks);
    }
    for (auto& [joint, one] : placed)
      one.push_back(placed_of(skeleton_of(posed, *walker).joints[at(joint)]));
  }
  Motion result = motion;
  for (const auto& [joint, one] : placed) {
    const Id target = skeleton.joints[at(joint)].id;
    std::erase_if(result.tracks, [&](const MotionTrack& old) { return old.target == target; });
    result.tracks.push_back(with_rotations(track_for(scene, motion, target), times, one));
  }
  return result;
}

double farthest_slide(const Scene& scene, const Motion& motion,
                      const std::vector<FootContact>& contacts) {
  const std::optional<Walker> walker = walker_of(scene, motion);
  if (!walker) return 0.0;
  double farthest = 0.0;
  for (const FootContact& contact : contacts) {
    const int foot = joint_index(skeleton_of(scene, *walker), contact.foot);
    std::optional<glm::dvec3> first;
    for (const float time : times_of_frames(motion)) {
      if (foot < 0 || double(time) < contact.begin - 1e-6 || double(time) > contact.end + 1e-6)
        continue;
      const glm::dvec3 tip = stand_of_foot(at_time(scene, motion, time), *walker, foot).tip;
      if (!first) first = tip;
      farthest = std::max(farthest, glm::length(over_ground(tip - *first, walker->up)));
    }
  }
  return farthest;
}

}  // namespace marrow
