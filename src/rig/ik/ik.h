// Inverse kinematics: rotations of joints that bring the tips of bones to their targets; no
// translations. A: linear part of S W_p(b) L_b; o_b: the posed joint's origin. Turning joint b by
// theta about the unit axis a, in the frame of L_b, moves a tip below it by A (a x A^-1 (tip -
// o_b)) per radian. With t the translation of Ul_b (mostly zero) it makes Ul_b' = T(t) R(a, theta)
// T(-t) Ul_b, so that the joint's origin stays.
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

/// The point of IkHandle::is_side: across the bone, as long as its extent; in the joint's frame.
glm::dvec3 ik_side(const glm::dvec3& extent);
/// Ul of every joint in doubles: the functions below take poses so.
std::vector<glm::dmat4> user_locals_of(const Skeleton& skeleton);
/// Ul after a turn about the joint's own origin.
glm::dmat4 turned(const glm::dmat4& user_local, const glm::dmat3& rotation);

/// The tips, world space, one per handle. `user_locals` has one matrix per joint, here and below.
std::vector<glm::dvec3> ik_tips(const IkProblem& problem, std::span<const glm::dmat4> user_locals);
/// Lengths of the handles' chains, one per handle, world units: distances from joint to joint in
/// this pose, from the topmost free joint to the tip. 0 if no free joint moves the tip.
std::vector<double> ik_chain_lengths(const IkProblem& problem,
                                     std::span<const glm::dmat4> user_locals);
/// f = sum weight/2 |tip_i - target_i|^2.
double ik_cost(const IkProblem& problem, std::span<const glm::dmat4> user_locals);
/// Gradient of ik_cost, one vector per free joint: df/dtheta about x, y, z in the frame of L_b.
/// Exact under uneven scale and shear.
std::vector<glm::dvec3> ik_gradient(const IkProblem& problem,
                                    std::span<const glm::dmat4> user_locals);

/// Another implementation of ik_gradient, possibly wrong, but with finite numbers.
using IkGradient = std::function<std::vector<glm::dvec3>(const IkProblem& problem,
                                                         std::span<const glm::dmat4> user_locals)>;
/// The guarded gradient of Tasks::ik_gradient; `tasks` must outlive it. Empty for the fast engine,
/// which uses the solver's own.
IkGradient ik_gradient_of(const Tasks& tasks);
/// False where a gradient is off by more than 1 % of its length in this pose. True without one.
bool is_right_gradient(const IkGradient& gradient, const IkProblem& problem,
                       std::span<const glm::dmat4> user_locals);
/// The error of Tasks::ik_gradient at the skeleton's pose, in words ("ik_gradient is zero: nothing
/// turns"). Empty for the fast engine, and for an error below 1 %.
std::string why_wrong_gradient(const Tasks& tasks, const IkProblem& problem);

/// Solves by damped least squares from the present pose, turning as little as possible. Towards
/// targets that are too far away the chain stretches. Solving again from the result changes next to
/// nothing. Deterministic. A joint with limits ends within them, even from outside. If numbers
/// leave the range of doubles, everything stays. Steps follow `gradient`, if given, instead of
/// ik_gradient: with a wrong one the tips come no nearer, with zero nothing moves.
///
/// Elbows stay on their side. A limb of two bones with an elbow between them, whose hand is to hold
/// its place or whose end is pulled, is posed in closed form (limb.h), unless the gradient is wrong
/// at the start: its ends meet their targets where they can, and its pose does not depend on the
/// way there. Where joints above are free too, they turn only for what limbs alone cannot reach.
IkSolution solve_ik(const IkProblem& problem, const IkGradient& gradient = {});

/// The joints that a drag of `joint`'s tip turns, ascending: itself and its ancestors below the
/// first that has several children (`whole_body`: up to the root). Locked and pinned ancestors end
/// the chain; a locked joint itself is left out.
std::vector<int> ik_chain(const Skeleton& skeleton, int joint, bool whole_body);
/// Those of its limb alone, whatever is locked or pinned: what a motion's target turns.
std::vector<int> ik_limb(const Skeleton& skeleton, int joint);

}  // namespace marrow
