#include "rig/ik/elbows.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "rig/joint_pose.h"
#include "scene/joint_roles.h"
#include "scene/normals.h"

namespace marrow {
namespace {

constexpr double kBentAtRest = 0.052;  // sine of 3 degrees
constexpr double kShown = 0.35;        // radians: a motion shows the side only by larger bends
/// Bends are to one side if the sum of their axes is longer than this share of their sum.
constexpr double kOneSided = 0.95;
/// Radians between the least and the largest bend of an unnamed joint: less shows no side.
constexpr double kMovedOfUnnamed = 0.45;
/// Radians: an unnamed joint whose least bend is larger may be an ankle.
constexpr double kStraightOfUnnamed = 0.7;
constexpr int kTimesPerMotion = 24;
constexpr std::size_t kMotionsAsked = 4;
constexpr double kAlong = 0.1;  // sine below which a direction runs along a bone

/// The part of a unit vector across another one, as a unit vector; zero if they are parallel.
glm::dvec3 part_across(const glm::dvec3& v, const glm::dvec3& unit) {
  const glm::dvec3 rest = v - glm::dot(v, unit) * unit;
  return glm::length(rest) > kAlong ? glm::normalize(rest) : glm::dvec3(0.0);
}

/// One skeleton at rest, with the roles that its names state.
class RestBody {
 public:
  explicit RestBody(const Skeleton& skeleton) : skeleton_(skeleton), roles_(joint_roles(skeleton)) {
    for (const Joint& joint : skeleton.joints)
      bind_.push_back((joint.parent < 0 ? glm::dmat4(1.0) : bind_[at(joint.parent)]) *
                      glm::dmat4(joint.bind_local));
  }

  BodyPart part(int joint) const { return roles_[at(joint)].part; }
  bool is_elbow_by_name(int joint) const {
    return part(joint) == BodyPart::forearm || part(joint) == BodyPart::shin;
  }

  /// The bone below a joint at rest, in the frame of L; unit length.
  glm::dvec3 bone_below(int joint) const {
    glm::dvec3 longest(0.0);
    for (std::size_t j = at(joint) + 1; j < bind_.size(); ++j) {
      if (skeleton_.joints[j].parent != joint) continue;
      const glm::dvec3 bone(skeleton_.joints[j].bind_local[3]);
      const bool is_end = roles_[j].part == BodyPart::hand || roles_[j].part == BodyPart::foot;
      if (is_end) return unit_or_zero(bone);
      if (glm::length(bone) > glm::length(longest)) longest = bone;
    }
    if (longest == glm::dvec3(0.0)) longest = glm::dvec3(skeleton_.joints[at(joint)].extent);
    return unit_or_zero(longest);
  }

  /// The pole of an elbow or a knee, by its name, in the frame of L, perpendicular to `above`.
  glm::dvec3 pole_by_name(int joint, const glm::dvec3& above) const {
    const glm::dmat3 into = glm::inverse(glm::dmat3(bind_[at(joint)]));
    const auto seen = [&](const glm::dvec3& direction) {
      return part_across(unit_or_zero(into * direction), above);
    };
    if (part(joint) == BodyPart::shin) {
      const glm::dvec3 toes = seen(toes_of(joint));
      return toes == glm::dvec3(0.0) ? seen(forward()) : toes;
    }
    const glm::dvec3 back = seen(-forward());
    return back == glm::dvec3(0.0) ? seen(-up()) : back;
  }

 private:
  glm::dvec3 origin(int joint) const { return glm::dvec3(bind_[at(joint)][3]); }
  int find(BodyPart wanted, BodySide side) const {
    for (std::size_t j = 0; j < roles_.size(); ++j)
      if (roles_[j].part == wanted && roles_[j].side == side) return int(j);
    return -1;
  }
  /// Direction of the toes in skeleton space; zero if it cannot be determined.
  glm::dvec3 toes_of(int shin) const {
    const int foot = find(BodyPart::foot, roles_[at(shin)].side);
    if (foot < 0) return glm::dvec3(0.0);
    return glm::dmat3(bind_[at(foot)]) * glm::dvec3(skeleton_.joints[at(foot)].extent);
  }
  glm::dvec3 up() const {
    const int hips = find(BodyPart::hips, BodySide::none);
    for (const BodyPart top : {BodyPart::head, BodyPart::neck, BodyPart::spine})
      if (const int joint = find(top, BodySide::none); joint >= 0 && hips >= 0)
        if (const glm::dvec3 way = unit_or_zero(origin(joint) - origin(hips));
            way != glm::dvec3(0.0))
          return way;
    return {0.0, 1.0, 0.0};
  }
  /// A body faces left x up, the cross product; +z if it has no sides.
  glm::dvec3 forward() const {
    for (const BodyPart part : {BodyPart::thigh, BodyPart::upper_arm}) {
      const int left = find(part, BodySide::left), right = find(part, BodySide::right);
      if (left < 0 || right < 0) continue;
      const glm::dvec3 way = unit_or_zero(glm::cross(origin(left) - origin(right), up()));
      if (way != glm::dvec3(0.0)) return way;
    }
    return {0.0, 0.0, 1.0};
  }

  const Skeleton& skeleton_;
  std::vector<JointRole> roles_;
  std::vector<glm::dmat4> bind_;
};

const MotionTrack* rotation_track_of(const Motion& motion, Id joint) {
  for (const MotionTrack& track : motion.tracks)
    if (track.target == joint)
      return std::any_of(track.channels.begin(), track.channels.end(),
                         [](const MotionChannel& channel) {
                           return channel.property == MotionProperty::rotation;
                         })
                 ? &track
                 : nullptr;
  return nullptr;
}

/// The axis about which the scene's motions bend a joint to one side; zero if they do not.
glm::dvec3 axis_by_motion(const Scene& scene, const Joint& joint, const glm::dvec3& above,
                          const glm::dvec3& below, bool is_named) {
  const glm::dmat3 into = glm::inverse(glm::dmat3(joint.bind_local));
  glm::dvec3 sum(0.0);
  double bends = 0.0, least = 4.0, most = 0.0;
  std::size_t asked = 0;
  for (const auto& motion : scene.motions) {
    const MotionTrack* track =
        asked < kMotionsAsked ? rotation_track_of(*motion, joint.id) : nullptr;
    if (!track) continue;
    ++asked;
    const float seconds = duration_of(*motion);
    for (int i = 0; i < kTimesPerMotion; ++i) {
      const float time = seconds * float(i) / float(kTimesPerMotion - 1);
      const glm::dvec3 bone = unit_or_zero(into * (glm::dmat3(local_at(*track, time)) * below));
      const glm::dvec3 across = glm::cross(above, bone);
      const double bend = std::atan2(glm::length(across), glm::dot(above, bone));
      sum += across;
      bends += glm::length(across);
      least = std::min(least, bend);
      most = std::max(most, bend);
    }
  }
  const bool is_shown =
      most > kShown && glm::length(sum) > kOneSided * bends &&
      (is_named || (most - least > kMovedOfUnnamed && least < kStraightOfUnnamed));
  return is_shown ? part_across(unit_or_zero(sum), above) : glm::dvec3(0.0);
}

glm::dvec3 axis_by_limits(const Joint& joint) {
  if (!joint.limits) return glm::dvec3(0.0);
  int open = -1;
  for (int k = 0; k < 3; ++k) {
    if (!(joint.limits->upper[k] > joint.limits->lower[k])) continue;
    if (open >= 0) return glm::dvec3(0.0);
    open = k;
  }
  glm::dvec3 axis(0.0);
  if (open < 0) return axis;
  axis[open] = joint.limits->upper[open] >= -joint.limits->lower[open] ? 1.0 : -1.0;
  return glm::inverse(glm::dquat(quat_from_euler(joint.limits->rest))) * axis;
}

std::optional<Elbow> elbow_at(const Scene& scene, const Skeleton& skeleton, const RestBody& body,
                              int index) {
  const Joint& joint = skeleton.joints[at(index)];
  const glm::dvec3 above = unit_or_zero(bone_above(skeleton, index)),
                   below = body.bone_below(index);
  if (above == glm::dvec3(0.0) || below == glm::dvec3(0.0)) return std::nullopt;
  const auto found = [&](const glm::dvec3& axis, ElbowSource source) {
    return Elbow{index, axis, part_across(glm::cross(above, axis), above), source};
  };
  if (joint.pole) {
    const glm::dvec3 pole = part_across(unit_or_zero(glm::dvec3(*joint.pole)), above);
    if (pole == glm::dvec3(0.0)) return std::nullopt;
    return found(glm::cross(pole, above), ElbowSource::pole);
  }
  const bool is_named = body.is_elbow_by_name(index);
  if (const glm::dvec3 axis = axis_by_limits(joint); glm::length(glm::cross(axis, above)) > 0.5)
    return found(axis, ElbowSource::limits);
  if (!is_named && body.part(index) != BodyPart::none) return std::nullopt;
  if (const glm::dvec3 axis = axis_by_motion(scene, joint, above, below, is_named);
      axis != glm::dvec3(0.0))
    return found(axis, ElbowSource::motion);
  if (!is_named) return std::nullopt;
  const glm::dvec3 across = glm::cross(above, below);
  if (glm::length(across) > kBentAtRest) return found(glm::normalize(across), ElbowSource::rest);
  const glm::dvec3 pole = body.pole_by_name(index, above);
  if (pole == glm::dvec3(0.0)) return std::nullopt;
  return found(glm::cross(pole, above), ElbowSource::name);
}

}  // namespace

glm::dvec3 bone_above(const Skeleton& skeleton, int joint) {
  glm::dmat4 parent_from_joint(skeleton.joints[at(joint)].bind_local);
  for (int j = skeleton.joints[at(joint)].parent; j >= 0; j = skeleton.joints[at(j)].parent) {
    const glm::dvec3 bone = -glm::dvec3(glm::inverse(parent_from_joint)[3]);
    if (glm::length(bone) > 1e-9) return bone;
    parent_from_joint = glm::dmat4(skeleton.joints[at(j)].bind_local) * parent_from_joint;
  }
  return glm::dvec3(0.0);
}

std::vector<Elbow> elbows_of(const Scene& scene, int node, const std::vector<int>& joints) {
  const Skeleton& skeleton = *scene.nodes[at(node)].skeleton;
  const RestBody body(skeleton);
  std::vector<Elbow> elbows;
  for (const int joint : joints)
    if (const std::optional<Elbow> elbow = elbow_at(scene, skeleton, body, joint))
      elbows.push_back(*elbow);
  return elbows;
}

std::vector<IkElbow> ik_elbows(const Scene& scene, int node, const std::vector<int>& joints) {
  std::vector<IkElbow> elbows;
  for (const Elbow& elbow : elbows_of(scene, node, joints))
    elbows.push_back({elbow.joint, elbow.axis,
                      elbow.source == ElbowSource::pole || elbow.source == ElbowSource::limits});
  return elbows;
}

std::optional<Elbow> elbow_of(const Scene& scene, Id joint) {
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return std::nullopt;
  const std::vector<Elbow> elbows = elbows_of(scene, ref.node, {ref.joint});
  return elbows.empty() ? std::nullopt : std::optional(elbows.front());
}

glm::dmat4 world_from_rest_frame(const Scene& scene, const JointRef& joint) {
  const std::vector<Joint>& joints = scene.nodes[at(joint.node)].skeleton->joints;
  glm::dmat4 result(joints[at(joint.joint)].bind_local);
  for (int j = joints[at(joint.joint)].parent; j >= 0; j = joints[at(j)].parent)
    result = glm::dmat4(joints[at(j)].bind_local) * glm::dmat4(joints[at(j)].user_local) * result;
  return glm::dmat4(world_from_node(scene, joint.node)) * result;
}

glm::vec3 first_pole(const Scene& scene, Id joint) {
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return glm::vec3(0.0f);
  const Skeleton& skeleton = *scene.nodes[at(ref.node)].skeleton;
  glm::dmat4 bind(1.0);
  for (int j = ref.joint; j >= 0; j = skeleton.joints[at(j)].parent)
    bind = glm::dmat4(skeleton.joints[at(j)].bind_local) * bind;
  const glm::dmat3 into = glm::inverse(glm::dmat3(bind));
  const glm::dvec3 above = unit_or_zero(bone_above(skeleton, ref.joint));
  for (const glm::dvec3 front : {glm::dvec3(0.0, 0.0, 1.0), glm::dvec3(0.0, 1.0, 0.0)})
    if (const glm::dvec3 pole = part_across(unit_or_zero(into * front), above);
        above != glm::dvec3(0.0) && pole != glm::dvec3(0.0))
      return glm::vec3(pole);
  return glm::vec3(0.0f);
}

}  // namespace marrow
