// Inverse kinematics: which turns of joints bring the tips of bones to their targets. Turns only,
// translates nothing (design: "Inverse kinematics"). Letters: A linear part of S W_p(b) L_b, o_b
// the posed joint's origin; turning joint b by theta about the unit axis a, in the frame of L_b,
// moves a tip below it by A (a x A^-1 (tip - o_b)) per radian. With t the translation of Ul_b
// (mostly zero) that turn makes Ul_b' = T(t) R(a, theta) T(-t) Ul_b, so that the joint's own origin
// stays where it is.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

#include "rig/ik/problem.h"

namespace marrow {

struct Tasks;

struct IkSolution {
  std::vector<glm::mat4> user_locals;  ///< one per joint, those that are not free as they were
  std::vector<double> errors;          ///< one per handle: distance from tip to target, world units
  int iterations = 0;                  ///< steps tried
  bool reached = false;  ///< every error is below kIkTolerance times the length of its chain
};

inline constexpr double kIkTolerance = 1e-4;

/// Ul of every joint in doubles: the pose that the functions below take.
std::vector<glm::dmat4> user_locals_of(const Skeleton& skeleton);
/// Ul after a turn about the joint's own origin.
glm::dmat4 turned(const glm::dmat4& user_local, const glm::dmat3& rotation);

/// Where the tips are, world space, one per handle. `user_locals` has one matrix per joint, here
/// and below.
std::vector<glm::dvec3> ik_tips(const IkProblem& problem, std::span<const glm::dmat4> user_locals);
/// Lengths of the handles' chains, one per handle, world units: the distances from joint to joint
/// in this pose, summed from the topmost free joint down to the tip. 0 if no free joint moves the
/// tip.
std::vector<double> ik_chain_lengths(const IkProblem& problem,
                                     std::span<const glm::dmat4> user_locals);
/// f = sum weight/2 |tip_i - target_i|^2.
double ik_cost(const IkProblem& problem, std::span<const glm::dmat4> user_locals);
/// Of ik_cost, one vector per free joint: df/dtheta about its three axes x, y, z in the frame of
/// L_b. Exact under uneven scale and shear.
std::vector<glm::dvec3> ik_gradient(const IkProblem& problem,
                                    std::span<const glm::dmat4> user_locals);

/// Another implementation of ik_gradient. Its result may be wrong, but all its numbers are finite.
using IkGradient = std::function<std::vector<glm::dvec3>(const IkProblem& problem,
                                                         std::span<const glm::dmat4> user_locals)>;
/// The gradient of Tasks::ik_gradient, guarded; `tasks` must outlive it. Empty for the fast engine,
/// which uses the solver's own.
IkGradient ik_gradient_of(const Tasks& tasks);
/// What is wrong with Tasks::ik_gradient at the skeleton's pose, in words for its author
/// ("ik_gradient is zero: nothing turns"). Empty for the fast engine, and for a gradient with an
/// error below 1 %.
std::string why_wrong_gradient(const Tasks& tasks, const IkProblem& problem);

/// Solves by damped least squares from the present pose, turning as little as possible. If targets
/// are too far away, then the chain stretches towards them and rests there. Solving again from the
/// result changes next to nothing. Deterministic. A joint with limits ends within them, even when
/// it began outside. If numbers leave the range of doubles, then everything stays as it was. With a
/// `gradient`, steps follow it instead of ik_gradient: if it is wrong, the tips come no nearer; if
/// it is zero, nothing moves.
IkSolution solve_ik(const IkProblem& problem, const IkGradient& gradient = {});

/// The joints that a drag of `joint`'s tip turns, ascending: itself and its ancestors up to, and
/// without, the first that has several children (`whole_body`: up to the root). Locked and pinned
/// ancestors end the chain; a locked joint itself is left out of it.
std::vector<int> ik_chain(const Skeleton& skeleton, int joint, bool whole_body);

}  // namespace marrow
