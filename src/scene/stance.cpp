#include "scene/stance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "base/index.h"
#include "scene/joint_roles.h"

namespace marrow {
namespace {

constexpr std::size_t kMostStanceTimes = 60;
// joints nearer to height 0 than this share of the body's size are on the floor
constexpr double kOnFloor = 0.2;

glm::dvec3 origin_of(const std::vector<glm::dmat4>& world, int joint) {
  return glm::dvec3(world[at(joint)][3]);
}

/// Unit direction from one joint to another; zero if a joint is missing or both are at one place.
glm::dvec3 direction_between(const std::vector<glm::dmat4>& world, int from, int to) {
  if (from < 0 || to < 0) return glm::dvec3(0.0);
  constexpr double kRounding = 1e-6;  // relative error of float positions
  const glm::dvec3 a = origin_of(world, from), b = origin_of(world, to);
  const double length = glm::distance(a, b);
  return length > kRounding * (glm::length(a) + glm::length(b)) ? (b - a) / length
                                                                : glm::dvec3(0.0);
}

/// A sum of directions and their number.
struct Directions {
  glm::dvec3 sum{0.0};
  double count = 0.0;
  void add(const glm::dvec3& direction) {
    if (direction == glm::dvec3(0.0)) return;
    sum += direction;
    count += 1.0;
  }
  glm::dvec3 mean() const { return count > 0.0 ? sum / count : sum; }
};

glm::dmat4 local_of(const Joint& joint, const MotionTrack* track, float seconds) {
  return glm::dmat4(track == nullptr ? joint.bind_local : local_at(*track, seconds));
}

/// 1 if the arms are anywhere from hanging to held out to the sides, or if there are none.
double arms_score(const BodyJoints& body, const std::vector<glm::dmat4>& world,
                  const glm::dvec3& up, const glm::dvec3& left) {
  double sum = 0.0, count = 0.0;
  for (std::size_t side = 0; side < 2; ++side) {
    const BodyJoints::Limb& arm = body.arms[side];
    const glm::dvec3 reach =
        direction_between(world, arm.upper, arm.end >= 0 ? arm.end : arm.lower);
    if (reach == glm::dvec3(0.0)) continue;
    const double out = std::max(glm::dot(reach, side == 0 ? left : -left), 0.0),
                 down = std::max(-glm::dot(reach, up), 0.0);
    sum += std::hypot(out, down);
    count += 1.0;
  }
  return count > 0.0 ? sum / count : 1.0;
}

/// Distance of the body's lowest joint from height 0, averaged over the motion, in body sizes.
double distance_from_floor(const Skeleton& skeleton, const Motion& motion, const glm::dvec3& up) {
  double lows = 0.0, sizes = 0.0;
  for (const float time : sample_times(motion, kMostStanceTimes)) {
    double lowest = std::numeric_limits<double>::infinity();
    glm::dvec3 least(lowest), greatest(-lowest);
    for (const glm::dmat4& world : world_at_time(skeleton, motion, time)) {
      const glm::dvec3 place(world[3]);
      lowest = std::min(lowest, glm::dot(up, place));
      least = glm::min(least, place);
      greatest = glm::max(greatest, place);
    }
    lows += std::abs(lowest);
    sizes += glm::length(greatest - least);
  }
  return sizes > 0.0 ? lows / sizes : 0.0;
}

}  // namespace

glm::dvec3 direction_of(UpAxis up) {
  glm::dvec3 direction(0.0);
  direction[int(up) % 3] = int(up) < 3 ? 1.0 : -1.0;
  return direction;
}

UpAxis nearest_axis(const glm::dvec3& direction) {
  const glm::dvec3 size = glm::abs(direction);
  const int axis = size.y >= size.x && size.y >= size.z ? 1 : size.z >= size.x ? 2 : 0;
  return static_cast<UpAxis>(direction[axis] < 0.0 ? axis + 3 : axis);
}

glm::dmat3 turn_of(UpAxis from, UpAxis to) {
  const glm::dvec3 a = direction_of(from), b = direction_of(to);
  if (a == b) return glm::dmat3(1.0);
  glm::dvec3 axis = glm::cross(a, b);
  if (axis == glm::dvec3(0.0)) axis = direction_of(a.x == 0.0 ? UpAxis::x : UpAxis::z);
  const glm::dmat3 cross(0.0, axis.z, -axis.y, -axis.z, 0.0, axis.x, axis.y, -axis.x, 0.0);
  const double sine = a == -b ? 0.0 : 1.0, one_less_cosine = a == -b ? 2.0 : 1.0;
  return glm::dmat3(1.0) + sine * cross + one_less_cosine * (cross * cross);  // Rodrigues
}

BodyJoints body_joints(const Skeleton& skeleton) {
  const std::vector<JointRole> roles = body_roles(skeleton).roles;
  BodyJoints body;
  BodyPart top_part = BodyPart::none;
  for (std::size_t j = 0; j < roles.size(); ++j) {
    const auto [part, side, rank] = roles[j];
    const int joint = int(j);
    if (part == BodyPart::hips) body.hips = joint;
    if (part >= BodyPart::spine && part <= BodyPart::head && part >= top_part) {
      top_part = part;
      body.top = joint;
    }
    if (side == BodySide::none) continue;
    BodyJoints::Limb& leg = body.legs[side == BodySide::left ? 0 : 1];
    BodyJoints::Limb& arm = body.arms[side == BodySide::left ? 0 : 1];
    if (part == BodyPart::thigh) leg.upper = joint;
    if (part == BodyPart::shin) leg.lower = joint;
    if (part == BodyPart::foot) leg.end = joint;
    if (part == BodyPart::upper_arm) arm.upper = joint;
    if (part == BodyPart::forearm) arm.lower = joint;
    if (part == BodyPart::hand) arm.end = joint;
  }
  return body;
}

std::vector<glm::dmat4> world_at_rest(const Skeleton& skeleton) {
  return world_at_time(skeleton, {}, 0.0f);
}

std::vector<glm::dmat4> world_at_time(const Skeleton& skeleton, const Motion& motion,
                                      float seconds) {
  std::unordered_map<Id, const MotionTrack*> tracks;
  for (const MotionTrack& track : motion.tracks)
    if (has_place(track)) tracks.emplace(track.target, &track);
  std::vector<glm::dmat4> world;
  world.reserve(skeleton.joints.size());
  for (const Joint& joint : skeleton.joints) {
    const auto found = tracks.find(joint.id);
    const glm::dmat4 local =
        local_of(joint, found == tracks.end() ? nullptr : found->second, seconds);
    world.push_back(joint.parent < 0 ? local : world[at(joint.parent)] * local);
  }
  return world;
}

glm::dvec3 upwards(const BodyJoints& body, const std::vector<glm::dmat4>& world) {
  constexpr double kSpine = 1.0, kLegs = 2.0;  // weights: a spine bends, and a dog's is horizontal
  Directions spine, legs;
  spine.add(direction_between(world, body.hips, body.top));
  for (const BodyJoints::Limb& leg : body.legs) {
    if (leg.lower < 0) {
      legs.add(direction_between(world, leg.end, leg.upper));
    } else {
      legs.add(direction_between(world, leg.lower, leg.upper));
      legs.add(direction_between(world, leg.end, leg.lower));
    }
  }
  const double weight = (spine.count > 0.0 ? kSpine : 0.0) + (legs.count > 0.0 ? kLegs : 0.0);
  return weight > 0.0 ? (kSpine * spine.mean() + kLegs * legs.mean()) / weight : glm::dvec3(0.0);
}

glm::dvec3 upwards(const Skeleton& skeleton, const Motion& motion) {
  const BodyJoints body = body_joints(skeleton);
  const std::vector<float> times = sample_times(motion, kMostStanceTimes);
  glm::dvec3 sum(0.0);
  for (const float time : times) sum += upwards(body, world_at_time(skeleton, motion, time));
  return sum / double(times.size());
}

glm::dvec3 leftwards(const BodyJoints& body, const std::vector<glm::dmat4>& world) {
  const glm::dvec3 by_legs = direction_between(world, body.legs[1].upper, body.legs[0].upper);
  return by_legs != glm::dvec3(0.0)
             ? by_legs
             : direction_between(world, body.arms[1].upper, body.arms[0].upper);
}

double standing_score(const BodyJoints& body, const std::vector<glm::dmat4>& world,
                      const glm::dvec3& up) {
  const glm::dvec3 left = leftwards(body, world);
  const double slope = glm::dot(left, up);
  return std::min({glm::dot(upwards(body, world), up), arms_score(body, world, up, left),
                   std::sqrt(std::max(1.0 - slope * slope, 0.0))});
}

std::optional<UpAxis> up_at_rest(const Skeleton& skeleton) {
  const BodyJoints body = body_joints(skeleton);
  const std::vector<glm::dmat4> world = world_at_rest(skeleton);
  const UpAxis up = nearest_axis(upwards(body, world));
  if (standing_score(body, world, direction_of(up)) < kStandingScore) return std::nullopt;
  return up;
}

std::optional<UpAxis> up_in_motion(const Skeleton& skeleton, const Motion& motion) {
  constexpr double kTells = 0.6, kSure = 0.8;
  const std::optional<UpAxis> at_rest = up_at_rest(skeleton);
  const glm::dvec3 mean = upwards(skeleton, motion);
  if (mean == glm::dvec3(0.0)) return at_rest;
  const UpAxis up = nearest_axis(mean);
  const double agreement = glm::dot(mean, direction_of(up));
  if (!at_rest || *at_rest == up) return up;
  if (agreement < kTells) return at_rest;
  const bool is_on_floor = distance_from_floor(skeleton, motion, direction_of(up)) < kOnFloor,
             would_be = distance_from_floor(skeleton, motion, direction_of(*at_rest)) < kOnFloor;
  return is_on_floor == would_be ? (agreement < kSure ? at_rest : up) : is_on_floor ? up : at_rest;
}

Skeleton with_rest_turned(Skeleton skeleton, const glm::dmat3& turn) {
  for (Joint& joint : skeleton.joints)
    if (joint.parent < 0)
      joint.bind_local = glm::mat4(glm::dmat4(turn) * glm::dmat4(joint.bind_local));
  return skeleton;
}

Heights heights_of(const std::vector<glm::dmat4>& world, const glm::dvec3& up) {
  Heights heights;
  for (const glm::dmat4& joint : world) {
    const double height = glm::dot(up, glm::dvec3(joint[3]));
    heights.low = std::min(heights.low, height);
    heights.high = std::max(heights.high, height);
  }
  return heights;
}

std::vector<float> sample_times(const Motion& motion, std::size_t most) {
  const float length = duration_of(motion);
  std::vector<float> times = {0.0f};
  if (length > 0.0f)
    for (std::size_t i = 1; i < most; ++i) times.push_back(length * float(i) / float(most - 1));
  return times;
}

}  // namespace marrow
