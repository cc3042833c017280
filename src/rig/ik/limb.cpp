#include "rig/ik/limb.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "rig/ik/hinge.h"
#include "rig/ik/ik_parts.h"
#include "rig/joint_pose.h"

namespace marrow {
namespace {

constexpr double kEvenScale = 1e-4;  // relative: a scale that differs more is uneven or sheared
constexpr double kNoLength = 1e-6;   // share of the limb's length below which a bone has none
constexpr double kAcross = 0.2;      // sine of the least angle between a limb and its elbow's axis
constexpr double kMet = 1e-9;        // share of the limb's length: a target this near is met
constexpr double kOnLine = 1e-9;     // sine below which two directions are equal

using UserLocals = std::vector<glm::dmat4>;

glm::dmat3 about_axis(const glm::dvec3& axis, double angle) {
  return glm::mat3_cast(glm::angleAxis(angle, axis));
}

/// The smallest turn from one unit vector to another; half a turn goes about `axis`.
glm::dmat3 short_turn(const glm::dvec3& from, const glm::dvec3& to, const glm::dvec3& axis) {
  const glm::dvec3 across = glm::cross(from, to);
  const double sine = glm::length(across), cosine = glm::dot(from, to);
  if (sine < kOnLine) return cosine > 0.0 ? glm::dmat3(1.0) : about_axis(axis, std::acos(-1.0));
  return about_axis(across / sine, std::atan2(sine, cosine));
}

/// The part of a vector across a unit vector, as a unit vector; `otherwise` if nothing remains.
glm::dvec3 across(const glm::dvec3& vector, const glm::dvec3& unit, const glm::dvec3& otherwise) {
  const glm::dvec3 rest = vector - glm::dot(vector, unit) * unit;
  const double length = glm::length(rest);
  return length > kOnLine * glm::length(vector) ? rest / length : otherwise;
}

/// The right-handed frame with these axes x and y, which are perpendicular unit vectors.
glm::dmat3 frame_of(const glm::dvec3& x, const glm::dvec3& y) { return {x, y, glm::cross(x, y)}; }

bool is_even(const glm::dmat4& matrix) {
  const double scale = glm::length(glm::dvec3(matrix[0]));
  for (int c = 0; c < 3; ++c) {
    const glm::dvec3 column(matrix[c]), next(matrix[(c + 1) % 3]);
    if (!(std::abs(glm::length(column) - scale) <= kEvenScale * scale)) return false;
    if (!(std::abs(glm::dot(column, next)) <= kEvenScale * scale * scale)) return false;
  }
  return scale > 0.0 && std::isfinite(scale);
}

glm::dvec3 moved_by(const glm::dmat4& matrix, const glm::dvec3& point) {
  return glm::dvec3(matrix * glm::dvec4(point, 1.0));
}

/// Transform from the frame of L of a joint to the posed frame of its ancestor `above`.
glm::dmat4 below(const Skeleton& skeleton, const UserLocals& user_locals, int above, int joint) {
  glm::dmat4 result(skeleton.joints[at(joint)].bind_local);
  for (int j = skeleton.joints[at(joint)].parent; j != above; j = skeleton.joints[at(j)].parent)
    result = glm::dmat4(skeleton.joints[at(j)].bind_local) * user_locals[at(j)] * result;
  return result;
}

/// The limb in the frame of the upper joint's L, with that joint's origin at 0: when the elbow
/// turns by theta, the end is at knee + R(axis, theta) end.
struct Bones {
  glm::dvec3 axis{0.0};  // unit, across both bones
  glm::dvec3 knee{0.0}, end{0.0};
  glm::dmat3 aside{1.0};  // turns the elbow's bone into the plane across the axis

  glm::dvec3 end_at(double theta) const { return knee + about_axis(axis, theta) * end; }
  double bend() const { return bend_about(axis, knee, end); }
  double length() const { return glm::length(knee) + glm::length(end); }

  /// Uses the axis of the present pose, unless the given one is certain. A limb that is almost
  /// straight or bends about another axis gets the elbow's bone turned into the plane across the
  /// axis, so that it can be straightened.
  void into_plane(bool is_axis_certain) {
    if (!is_axis_certain) axis = present_axis(axis, knee, end);
    axis = across(axis, glm::normalize(knee), axis);
    const glm::dvec3 from = glm::normalize(end);
    aside = short_turn(from, across(from, axis, from), axis);
    end = aside * end;
  }
};

/// The end of the limb in the elbow's own frame.
glm::dvec3 end_of(const IkProblem& problem, const IkLimb& limb, const UserLocals& user_locals) {
  const Skeleton& skeleton = *problem.skeleton;
  if (limb.hand >= 0)
    return moved_by(below(skeleton, user_locals, limb.elbow, limb.hand),
                    glm::dvec3(user_locals[at(limb.hand)][3]));
  const glm::dvec3 point = ik_end(problem, *limb.tip);
  if (limb.tip->joint == limb.elbow) return point;
  return moved_by(
      below(skeleton, user_locals, limb.elbow, limb.tip->joint) * user_locals[at(limb.tip->joint)],
      point);
}

/// nullopt if a scale is uneven, a bone has no length, or the axis is almost parallel to a bone.
std::optional<Bones> limb_bones(const IkProblem& problem, const IkLimb& limb,
                                const UserLocals& user_locals) {
  const glm::dmat4 upper{glm::dmat3(user_locals[at(limb.upper)])};
  const glm::dmat4 to_elbow = upper * below(*problem.skeleton, user_locals, limb.upper, limb.elbow);
  const glm::dmat4& elbow = user_locals[at(limb.elbow)];
  if (!is_even(to_elbow) || !is_even(elbow)) return std::nullopt;
  const glm::dmat3 turn(to_elbow);
  Bones bones;
  bones.axis = glm::normalize(turn * limb.axis) * (glm::determinant(turn) < 0.0 ? -1.0 : 1.0);
  bones.knee = moved_by(to_elbow, glm::dvec3(elbow[3]));
  bones.end = turn * (glm::dmat3(elbow) * end_of(problem, limb, user_locals));
  const double least = kNoLength * bones.length();
  const auto is_across = [&](const glm::dvec3& bone) {
    const double length = glm::length(bone);
    return length > least && glm::length(glm::cross(bones.axis, bone)) > kAcross * length;
  };
  if (!is_across(bones.knee) || !is_across(bones.end)) return std::nullopt;
  bones.into_plane(limb.is_axis_certain);
  return glm::length(bones.end_at(0.0)) > least ? std::optional(bones) : std::nullopt;
}

/// The turn of the elbow that brings the end to a given distance from the upper joint, or as near
/// to that distance as the elbow can bend.
double elbow_turn(const Bones& bones, double distance) {
  const double bend = bones.bend();
  const double knee = glm::length(bones.knee), end = glm::length(bones.end);
  const double cosine = (distance * distance - knee * knee - end * end) / (2.0 * knee * end);
  const double wanted = std::acos(std::clamp(cosine, std::cos(std::max(kMostBend, bend)), 1.0));
  return wanted - bend;
}

/// The place nearest to `base` at distance `from_origin` from the origin and `from_tip` from `tip`.
/// If there is none, the place on the line through `tip` that has the first distance and comes
/// nearest to the second.
glm::dvec3 nearest_ankle(double from_origin, double from_tip, const glm::dvec3& tip,
                         const glm::dvec3& base, const glm::dvec3& otherwise) {
  const double far = glm::length(tip);
  if (!(far > 0.0)) return from_origin * glm::normalize(base);
  const glm::dvec3 line = tip / far;
  const double along = (from_origin * from_origin + far * far - from_tip * from_tip) / (2.0 * far);
  if (std::abs(along) >= from_origin) return std::copysign(from_origin, along) * line;
  const double beside = std::sqrt(from_origin * from_origin - along * along);
  return along * line + beside * across(base, line, across(otherwise, line, otherwise));
}

/// Directions at rest: from the upper joint to the end, and the elbow's axis.
struct RestSides {
  glm::dvec3 end{0.0}, axis{0.0};
};

std::optional<RestSides> rest_sides(const IkProblem& problem, const IkLimb& limb,
                                    const UserLocals& user_locals) {
  UserLocals rest = user_locals;
  const std::vector<Joint>& joints = problem.skeleton->joints;
  const int last = limb.hand >= 0 ? limb.hand : limb.tip->joint;
  for (int j = last; j >= 0; j = joints[at(j)].parent) {
    rest[at(j)] = glm::dmat4(1.0);
    if (j == limb.upper) break;
  }
  const std::optional<Bones> bones = limb_bones(problem, limb, rest);
  if (!bones) return std::nullopt;
  const glm::dvec3 end = glm::normalize(bones->end_at(0.0));
  return RestSides{end, across(bones->axis, end, bones->axis)};
}

/// The turn of the upper joint from its present pose that points the limb's end, with the elbow
/// turned by theta, in the direction `to` without changing the swivel.
glm::dmat3 upper_turn(const Bones& bones, const RestSides& rest, double theta,
                      const glm::dvec3& to) {
  const auto side_at = [&](const glm::dvec3& direction) {
    return across(short_turn(rest.end, direction, rest.axis) * rest.axis, direction, rest.axis);
  };
  const glm::dvec3 from = glm::normalize(bones.end_at(0.0)),
                   bent = glm::normalize(bones.end_at(theta));
  const double swivel = bend_about(from, side_at(from), across(bones.axis, from, bones.axis));
  const glm::dmat3 here = frame_of(bent, across(bones.axis, bent, bones.axis));
  const glm::dmat3 there = frame_of(to, about_axis(to, swivel) * side_at(to));
  return there * glm::transpose(here);
}

/// Turns a hand's Ul so that its tip points to the tip's target, and its side to the side's target.
glm::dmat3 hand_turn(const IkProblem& problem, const IkLimb& limb, const glm::dmat4& frame,
                     const glm::dmat4& user_local) {
  const glm::dmat3 linear(user_local), into = glm::inverse(glm::dmat3(frame));
  const glm::dvec3 origin = moved_by(frame, glm::dvec3(user_local[3]));
  const glm::dvec3 extent = linear * ik_end(problem, *limb.tip),
                   wanted = into * (limb.tip->target - origin);
  if (!(glm::length(extent) > 0.0) || !(glm::length(wanted) > 0.0)) return glm::dmat3(1.0);
  const glm::dvec3 from = glm::normalize(extent), to = glm::normalize(wanted);
  const glm::dvec3 beside =
      linear * ik_side(glm::dvec3(problem.skeleton->joints[at(limb.tip->joint)].extent));
  const glm::dvec3 own = across(beside, from, glm::dvec3(0.0));
  if (!limb.side || own == glm::dvec3(0.0)) return short_turn(from, to, own);
  const glm::dvec3 sideways = into * (limb.side->target - limb.base->target);
  const glm::dvec3 asked = across(sideways, to, short_turn(from, to, own) * own);
  return frame_of(to, asked) * glm::transpose(frame_of(from, own));
}

/// Length from the hand's origin to its tip, in units of the upper joint's frame of L.
double length_of_hand(const IkProblem& problem, const IkLimb& limb, const UserLocals& user_locals) {
  const Skeleton& skeleton = *problem.skeleton;
  const glm::dmat4 hand =
      glm::dmat4(glm::dmat3(user_locals[at(limb.upper)])) *
      below(skeleton, user_locals, limb.upper, limb.elbow) * user_locals[at(limb.elbow)] *
      below(skeleton, user_locals, limb.elbow, limb.hand) * user_locals[at(limb.hand)];
  return glm::length(glm::dmat3(hand) * ik_end(problem, *limb.tip));
}

bool is_within_limits(const Joint& joint, const glm::dmat3& user_local) {
  if (!joint.limits) return true;
  constexpr float kRounding = 1e-5f;
  const glm::vec3 angles = limited_angles(*joint.limits, glm::mat4(user_local));
  return glm::all(glm::lessThanEqual(joint.limits->lower - kRounding, angles)) &&
         glm::all(glm::lessThanEqual(angles, joint.limits->upper + kRounding));
}

bool is_free(const IkProblem& problem, int joint) {
  return std::binary_search(problem.free.begin(), problem.free.end(), joint);
}

const IkHandle* handle_of(const IkProblem& problem, int joint, bool is_base, bool is_side) {
  for (const IkHandle& handle : problem.handles)
    if (handle.joint == joint && handle.is_base == is_base && handle.is_side == is_side)
      return &handle;
  return nullptr;
}

const IkElbow* elbow_of(const IkProblem& problem, int joint) {
  for (const IkElbow& elbow : problem.elbows)
    if (elbow.joint == joint) return &elbow;
  return nullptr;
}

/// The limb that ends at the handle of a tip, if its free joints from the tip upwards are at most
/// one hand, an elbow and an upper joint.
std::optional<IkLimb> limb_at(const IkProblem& problem, const IkHandle& tip) {
  std::vector<int> free;
  for (int j = tip.joint; j >= 0; j = problem.skeleton->joints[at(j)].parent)
    if (is_free(problem, j)) free.push_back(j);
  IkLimb limb{.tip = &tip};
  std::size_t next = 0;
  if (free.empty()) return std::nullopt;
  const bool has_hand = free[0] == tip.joint && !elbow_of(problem, free[0]);
  if (has_hand) limb.hand = free[next++];
  if (free.size() < next + 2 || !elbow_of(problem, free[next])) return std::nullopt;
  limb.elbow = free[next++];
  limb.upper = free[next++];
  limb.axis = elbow_of(problem, limb.elbow)->axis;
  limb.is_axis_certain = elbow_of(problem, limb.elbow)->is_certain;
  limb.base = handle_of(problem, tip.joint, true, false);
  limb.side = handle_of(problem, tip.joint, false, true);
  if (elbow_of(problem, limb.upper) || (has_hand && !limb.base)) return std::nullopt;
  limb.is_alone = free.size() == next;
  return limb;
}

/// True if the joints of the limb move no other joint's handle.
bool is_exclusive(const IkProblem& problem, const IkLimb& limb) {
  return std::none_of(problem.handles.begin(), problem.handles.end(), [&](const IkHandle& other) {
    return other.joint != limb.tip->joint &&
           is_in_subtree(*problem.skeleton, limb.upper, other.joint);
  });
}

}  // namespace

std::vector<IkLimb> ik_limbs(const IkProblem& problem) {
  std::vector<IkLimb> limbs;
  if (problem.elbows.empty()) return limbs;
  for (const IkHandle& handle : problem.handles) {
    if (handle.is_base || handle.is_side) continue;
    const std::optional<IkLimb> limb = limb_at(problem, handle);
    if (limb && is_exclusive(problem, *limb)) limbs.push_back(*limb);
  }
  return limbs;
}

std::optional<IkLimbPose> limb_pose(const IkProblem& problem, const IkLimb& limb,
                                    const std::vector<glm::dmat4>& user_locals) {
  const Skeleton& skeleton = *problem.skeleton;
  const std::optional<Bones> bones = limb_bones(problem, limb, user_locals);
  const std::optional<RestSides> rest = rest_sides(problem, limb, user_locals);
  const glm::dmat4 frame = ik_frames(problem, user_locals)[at(limb.upper)];
  if (!bones || !rest || !is_even(frame)) return std::nullopt;
  const glm::dmat4 into = glm::inverse(frame);
  const glm::dvec3 origin(user_locals[at(limb.upper)][3]);
  const auto seen = [&](const IkHandle& handle) { return moved_by(into, handle.target) - origin; };

  const double hand_length = limb.hand >= 0 ? length_of_hand(problem, limb, user_locals) : 0.0;
  if (limb.hand >= 0 && std::abs(glm::distance(seen(*limb.tip), seen(*limb.base)) - hand_length) >
                            kEvenScale * hand_length)
    return std::nullopt;
  glm::dvec3 target = seen(limb.hand >= 0 ? *limb.base : *limb.tip);
  double theta = elbow_turn(*bones, glm::length(target));
  const double reach = glm::length(bones->end_at(theta));
  IkLimbPose pose;
  pose.reaches = std::abs(reach - glm::length(target)) <= kMet * bones->length();
  if (!pose.reaches && limb.hand >= 0) {
    target = nearest_ankle(reach, hand_length, seen(*limb.tip), target, bones->end_at(0.0));
    theta = elbow_turn(*bones, glm::length(target));
  }
  if (!(glm::length(target) > 0.0)) return std::nullopt;
  const glm::dmat3 turn = upper_turn(*bones, *rest, theta, glm::normalize(target));
  pose.upper = turned(user_locals[at(limb.upper)], turn);
  const glm::dmat3 to_elbow = glm::dmat3(user_locals[at(limb.upper)]) *
                              glm::dmat3(below(skeleton, user_locals, limb.upper, limb.elbow));
  const glm::dmat3 bend = about_axis(bones->axis, theta) * bones->aside;
  pose.elbow = turned(user_locals[at(limb.elbow)], glm::inverse(to_elbow) * bend * to_elbow);
  if (!is_within_limits(skeleton.joints[at(limb.upper)], glm::dmat3(pose.upper)) ||
      !is_within_limits(skeleton.joints[at(limb.elbow)], glm::dmat3(pose.elbow)))
    return std::nullopt;
  if (limb.hand < 0) return pose;

  std::vector<glm::dmat4> now = user_locals;
  now[at(limb.upper)] = pose.upper;
  now[at(limb.elbow)] = pose.elbow;
  const glm::dmat4 hand_frame = ik_frames(problem, now)[at(limb.hand)];
  if (!is_even(hand_frame)) return std::nullopt;
  const glm::dmat4& hand = user_locals[at(limb.hand)];
  pose.hand = turned(hand, hand_turn(problem, limb, hand_frame, hand));
  return is_within_limits(skeleton.joints[at(limb.hand)], glm::dmat3(pose.hand))
             ? std::optional(pose)
             : std::nullopt;
}

}  // namespace marrow
