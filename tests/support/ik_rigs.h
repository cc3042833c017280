// Chains for tests of inverse kinematics: random by a seed, posed, on request unevenly scaled.
#pragma once

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "rig/ik/ik.h"
#include "support/random_rig.h"
#include "support/support.h"

namespace marrow::test {

/// A chain of joints, each turned at random. `sheared`: every L and Ul has uneven scales.
inline Skeleton random_chain(Random& random, int joints, bool sheared) {
  Skeleton skeleton;
  for (int j = 0; j < joints; ++j) {
    Joint joint{.id = Id(100 + j), .name = "j" + std::to_string(j), .parent = j - 1};
    const glm::vec3 along(0.0f, random.uniform(0.3f, 1.0f), 0.0f);
    joint.bind_local =
        sheared ? random.affine(0.3f) : glm::translate(glm::mat4(1.0f), along) * random.rotation();
    if (sheared) joint.user_local = random.affine(0.1f);
    joint.extent = glm::vec3(0.0f, random.uniform(0.3f, 1.0f), 0.0f);
    skeleton.joints.push_back(joint);
  }
  return skeleton;
}

/// `count` bones of length 1 from the origin along x, at rest.
inline Skeleton straight_chain(int count) {
  Skeleton skeleton;
  for (int j = 0; j < count; ++j) {
    Joint joint{.id = Id(100 + j), .name = "j" + std::to_string(j), .parent = j - 1};
    if (j > 0) joint.bind_local = glm::translate(glm::mat4(1.0f), glm::vec3(1.0f, 0.0f, 0.0f));
    joint.extent = {1.0f, 0.0f, 0.0f};
    skeleton.joints.push_back(joint);
  }
  return skeleton;
}

inline glm::dmat3 turn_about(const glm::dvec3& axis, double angle) {
  return glm::dmat3(glm::rotate(glm::dmat4(1.0), angle, glm::normalize(axis)));
}

/// Every joint turned by at most `most` radians.
inline Skeleton turned_at_random(Random& random, Skeleton skeleton, float most) {
  for (Joint& joint : skeleton.joints) {
    const glm::dmat3 turn =
        turn_about(glm::dvec3(random.direction()), double(random.uniform(-most, most)));
    joint.user_local = glm::mat4(turned(glm::dmat4(joint.user_local), turn));
  }
  return skeleton;
}

/// All joints are free, and the last one's tip is pulled to the target.
inline IkProblem pull_last(const Skeleton& skeleton, const glm::dvec3& target) {
  IkProblem problem;
  problem.skeleton = &skeleton;
  for (int j = 0; j < int(skeleton.joints.size()); ++j) problem.free.push_back(j);
  problem.handles = {{.joint = int(skeleton.joints.size()) - 1, .target = target}};
  return problem;
}

inline glm::dvec3 tip_of(const IkProblem& problem, const Skeleton& skeleton) {
  IkProblem asked = problem;
  asked.skeleton = &skeleton;
  return ik_tips(asked, user_locals_of(skeleton)).front();
}

inline Skeleton posed_by(Skeleton skeleton, const IkSolution& solution) {
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j)
    skeleton.joints[j].user_local = solution.user_locals[j];
  return skeleton;
}

inline std::vector<glm::mat4> pose_in(const Skeleton& skeleton) {
  std::vector<glm::mat4> user_locals;
  for (const Joint& joint : skeleton.joints) user_locals.push_back(joint.user_local);
  return user_locals;
}

/// The largest distance between corresponding columns of the Ul of two poses.
inline double pose_distance(const std::vector<glm::mat4>& a, const std::vector<glm::mat4>& b) {
  double most = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j)
    for (int c = 0; c < 4; ++c) most = std::max(most, double(glm::length(a[j][c] - b[j][c])));
  return most;
}

inline bool is_all_finite(const IkSolution& solution) {
  for (const glm::mat4& matrix : solution.user_locals)
    if (!is_finite(matrix)) return false;
  for (const double error : solution.errors)
    if (!std::isfinite(error)) return false;
  return true;
}

}  // namespace marrow::test
