// Inverse kinematics: rotations of joints (no translations) that bring the tips of bones to their
// targets. A: linear part of S W_p(b) L_b; o_b: the posed joint's origin. Turning joint b by theta
// about the unit axis a, in the frame of L_b, moves a tip below it by A (a x A^-1 (tip - o_b)) per
// radian. With t the translation of Ul_b (mostly zero), Ul_b' = T(t) R(a, theta) T(-t) Ul_b, so the
// joint's origin stays.
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
  std::vector<glm::mat4> user_locals;  ///< one per joint; unchanged for joints that are not free
  std::vector<double> errors;          ///< one per handle: distance from tip to target, world units
  int iterations = 0;                  ///< steps tried
  bool reached = false;  ///< every error is below kIkTolerance times the length of its chain
};

inline constexpr double kIkTolerance = 1e-4;

/// The point of IkHandle::is_side: perpendicular to the bone, as long as its extent; in the joint's
/// frame.
glm::dvec3 ik_side(const glm::dvec3& extent);
/// Ul of every joint in doubles, the form in which the functions below expect poses.
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

/// Another implementation of ik_gradient. Its numbers are finite but may be wrong.
using IkGradient = std::function<std::vector<glm::dvec3>(const IkProblem& problem,
                                                         std::span<const glm::dmat4> user_locals)>;
/// The guarded gradient of Tasks::ik_gradient; `tasks` must outlive it. Empty for the fast engine,
/// for which the solver uses its own.
IkGradient ik_gradient_of(const Tasks& tasks);
/// False if a gradient is off by more than 1 % of its length in this pose. True without a gradient.
bool is_right_gradient(const IkGradient& gradient, const IkProblem& problem,
                       std::span<const glm::dmat4> user_locals);
/// A sentence about the error of Tasks::ik_gradient at the skeleton's pose ("ik_gradient is zero:
/// nothing turns"). Empty for the fast engine, and for an error below 1 %.
std::string why_wrong_gradient(const Tasks& tasks, const IkProblem& problem);

/// Solves by damped least squares from the present pose, turning as little as possible. Towards
/// targets out of reach the chain stretches. Solving again from the result changes almost nothing.
/// Deterministic. A joint with limits ends within them, even if it starts outside. If numbers
/// overflow, the pose does not change. Steps use `gradient`, if given, instead of ik_gradient: with
/// a wrong gradient the tips come no nearer, with zero nothing moves.
///
/// Elbows keep their side. A limb of two bones with an elbow between them is posed in closed form
/// (limb.h) if its end is pulled or its hand has to keep its place, unless the gradient is wrong at
/// the start. Its ends then meet their targets if they can, and its pose does not depend on the
/// path that led there. Free joints above turn only for targets that limbs alone cannot reach.
IkSolution solve_ik(const IkProblem& problem, const IkGradient& gradient = {});

/// The joints that turn when the tip of `joint` is dragged, ascending: itself and its ancestors
/// below the first with several children (`whole_body`: up to the root). Locked and pinned
/// ancestors end the chain; `joint` itself is left out if locked.
std::vector<int> ik_chain(const Skeleton& skeleton, int joint, bool whole_body);
/// The joints of the limb of `joint`, regardless of locks and pins: a motion's target turns these.
std::vector<int> ik_limb(const Skeleton& skeleton, int joint);

}  // namespace marrow
