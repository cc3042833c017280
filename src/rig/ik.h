// Inverse kinematics: which turns of joints bring the tips of bones to their targets. Turns only, translates nothing (design: "Inverse
// kinematics"). Letters: A linear part of S W_p(b) L_b, o_b its origin; turning joint b by theta about the unit axis a, in the frame of
// L_b, makes Ul_b' = R(a, theta) Ul_b and moves a tip below it by A (a x A^-1 (tip - o_b)) a radian.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "scene/skeleton.h"

namespace marrow {

/// A tip that shall be somewhere: the end of the posed bone, S W_j e_j.
struct IkHandle {
  int joint = -1;
  glm::dvec3 target{0.0};  ///< world space
  double weight = 1.0;     ///< of its share in f
};

struct IkProblem {
  const Skeleton* skeleton = nullptr;
  glm::mat4 world_from_skeleton{1.0f};
  std::vector<IkHandle> handles;
  std::vector<int> free;  ///< joints that may turn, ascending; limits of those that have some are kept
};

struct IkSolution {
  std::vector<glm::mat4> user_locals;  ///< one a joint, those that are not free as they were
  std::vector<double> errors;          ///< one a handle: distance from tip to target, world units
  int iterations = 0;
  bool reached = false;  ///< every error below `tolerance` of its chain's reach
};

/// f = sum weight/2 |tip_i - target_i|^2.
double ik_cost(const IkProblem& problem, std::span<const glm::mat4> user_locals);
/// Of ik_cost, one vector a free joint: df/dtheta about its three axes x, y, z in the frame of L_b. Exact under uneven scale and shear.
std::vector<glm::dvec3> ik_gradient(const IkProblem& problem, std::span<const glm::mat4> user_locals);
/// Damped least squares from the present pose; stable when targets are out of reach (the chain stretches towards them and rests).
IkSolution solve_ik(const IkProblem& problem);

/// The joints that a drag of `joint`'s tip turns: itself and its ancestors up to, and without, the first that has several children
/// (`whole_body`: up to the root). Locked and pinned ancestors end the chain.
std::vector<int> ik_chain(const Skeleton& skeleton, int joint, bool whole_body);

}  // namespace marrow
