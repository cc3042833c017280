// The Poser's movements; its other functions are in rigging.cpp.
#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "editor/session.h"
#include "rigging.h"

namespace marrow::media {
namespace {

glm::dmat4 about(const glm::dvec3& pivot, const glm::dmat4& turn) {
  return glm::translate(glm::dmat4(1.0), pivot) * turn * glm::translate(glm::dmat4(1.0), -pivot);
}

/// The rotation from one unit direction to another by the shortest way.
glm::dmat4 turn_between(const glm::dvec3& from, const glm::dvec3& to) {
  const glm::dvec3 axis = glm::cross(from, to);
  const double sine = glm::length(axis);
  if (sine < 1e-9) return glm::dmat4(1.0);
  return glm::rotate(glm::dmat4(1.0), std::atan2(sine, glm::dot(from, to)), axis / sine);
}

}  // namespace

void Poser::move(const std::string& joint, const glm::dvec3& by) {
  apply(index(joint), glm::translate(glm::dmat4(1.0), by));
}

void Poser::turn(const std::string& joint, const glm::dvec3& axis, double degrees) {
  apply(index(joint), about(base(joint), glm::rotate(glm::dmat4(1.0), glm::radians(degrees),
                                                     glm::normalize(axis))));
}

void Poser::aim(const std::string& joint, const glm::dvec3& direction, double twist_degrees) {
  const glm::dvec3 wanted = glm::normalize(direction);
  apply(index(joint),
        about(base(joint), turn_between(glm::normalize(tip(joint) - base(joint)), wanted)));
  if (twist_degrees != 0.0) turn(joint, wanted, twist_degrees);
}

void Poser::two_bone_ik(const std::string& upper, const std::string& lower,
                        const glm::dvec3& target, const glm::dvec3& pole) {
  const double a = glm::distance(base(upper), base(lower)),
               b = glm::distance(base(lower), tip(lower));
  const glm::dvec3 to_target = target - base(upper);
  const double c = std::clamp(glm::length(to_target), std::abs(a - b) + 1e-6, a + b - 1e-6);
  const glm::dvec3 along = glm::normalize(to_target);
  const glm::dvec3 outwards = glm::normalize(pole - along * glm::dot(pole, along));
  // Law of cosines at the upper joint.
  const double cosine = (a * a + c * c - b * b) / (2.0 * a * c);
  aim(upper, along * cosine + outwards * std::sqrt(std::max(0.0, 1.0 - cosine * cosine)));
  aim(lower, target - base(lower));
}

void Poser::level(const std::string& joint, double turn_degrees) {
  const std::size_t j = index(joint);
  const Joint& at = skeleton_.joints[j];
  glm::dmat4 rest(at.bind_local);
  for (int p = at.parent; p >= 0; p = skeleton_.joints[static_cast<std::size_t>(p)].parent) {
    rest = glm::dmat4(skeleton_.joints[static_cast<std::size_t>(p)].bind_local) * rest;
  }
  glm::dmat4 wanted =
      glm::rotate(glm::dmat4(1.0), glm::radians(turn_degrees), glm::dvec3(0, 1, 0)) * rest;
  wanted[3] = glm::dvec4(base(joint), 1.0);
  apply(j, wanted * glm::inverse(posed()[j]));
}

void store_pose(Skeleton& skeleton, const std::string& name) {
  Pose pose;
  pose.name = name;
  for (const Joint& joint : skeleton.joints) pose.entries.push_back({joint.id, joint.user_local});
  skeleton.poses.push_back(std::move(pose));
}

void reset_pose(Skeleton& skeleton) {
  for (Joint& joint : skeleton.joints) joint.user_local = glm::mat4(1.0f);
}

}  // namespace marrow::media
