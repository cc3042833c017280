// Inverse kinematics: which turns of joints bring the tips of bones to their targets. Turns only,
// translates nothing (design: "Inverse kinematics"). Letters: A linear part of S W_p(b) L_b, o_b
// the posed joint's origin; turning joint b by theta about the unit axis a, in the frame of L_b,
// moves a tip below it by A (a x A^-1 (tip - o_b)) a radian. With t the translation of Ul_b (mostly
// zero) that turn makes Ul_b' = T(t) R(a, theta) T(-t) Ul_b, so that the joint's own origin stays
// where it is.
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
  bool reached = false;                ///< every error below kIkTolerance of its chain's reach
};

inline constexpr double kIkTolerance = 1e-4;

/// Ul of every joint in doubles: the pose that the functions below are asked about.
std::vector<glm::dmat4> user_locals_of(const Skeleton& skeleton);
/// Ul after a turn about the joint's own origin.
glm::dmat4 turned(const glm::dmat4& user_local, const glm::dmat3& rotation);

/// Where the tips are, world space, one per handle. `user_locals` has one matrix per joint, here
/// and below.
std::vector<glm::dvec3> ik_tips(const IkProblem& problem, std::span<const glm::dmat4> user_locals);
/// How far each handle's tip can be from where its chain begins, one per handle, world units: the
/// lengths from the topmost free joint above it down to the tip, summed in this pose. 0: nothing
/// free moves it.
std::vector<double> ik_chain_lengths(const IkProblem& problem,
                                     std::span<const glm::dmat4> user_locals);
/// f = sum weight/2 |tip_i - target_i|^2.
double ik_cost(const IkProblem& problem, std::span<const glm::dmat4> user_locals);
/// Of ik_cost, one vector per free joint: df/dtheta about its three axes x, y, z in the frame of
/// L_b. Exact under uneven scale and shear.
std::vector<glm::dvec3> ik_gradient(const IkProblem& problem,
                                    std::span<const glm::dmat4> user_locals);

/// What ik_gradient returns, from somebody else; it may be wrong, but all its numbers are finite.
using IkGradient = std::function<std::vector<glm::dvec3>(const IkProblem& problem,
                                                         std::span<const glm::dmat4> user_locals)>;
/// The gradient of Tasks::ik_gradient, guarded; `tasks` must outlive it. Empty for the fast engine,
/// which has none but the solver's own.
IkGradient ik_gradient_of(const Tasks& tasks);
/// What is wrong with the gradient of Tasks::ik_gradient at the skeleton's pose, for its author,
/// "ik_gradient is zero: nothing turns"; empty for the fast engine, and for one that is right to a
/// hundredth.
std::string why_wrong_gradient(const Tasks& tasks, const IkProblem& problem);

/// Damped least squares from the present pose, with the least turning that it takes. Out of reach
/// the chain stretches towards the targets and rests there; solving again from the result changes
/// next to nothing. Deterministic. A joint with limits ends within them, even when it began
/// outside. Where the numbers leave the range of doubles everything stays as it was. With a
/// `gradient` the steps go by it instead of ik_gradient: the tips come no nearer where it is wrong,
/// and nothing moves where it is zero.
IkSolution solve_ik(const IkProblem& problem, const IkGradient& gradient = {});

/// The joints that a drag of `joint`'s tip turns, ascending: itself and its ancestors up to, and
/// without, the first that has several children (`whole_body`: up to the root). Locked and pinned
/// ancestors end the chain; a locked joint itself is left out of it.
std::vector<int> ik_chain(const Skeleton& skeleton, int joint, bool whole_body);

}  // namespace marrow
