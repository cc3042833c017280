// Shared by cost, gradient and damped step of inverse kinematics. Only rig/ik/*.cpp include it.
#pragma once

#include <span>

#include "rig/ik/problem.h"

namespace marrow {

/// The effect of a free joint on a tip: turning about the unit axis a, in the frame of L_b, moves
/// the tip by A (a x arm) per radian. The arm is A^-1 (tip - o_b), computed by walking up from the
/// tip without inverting a matrix.
struct IkLever {
  std::size_t free = 0;    ///< place in IkProblem::free
  glm::dmat3 linear{1.0};  ///< A: linear part of S W_p(b) L_b
  glm::dvec3 arm{0.0};
};

/// The point that the handle pulls on, in the joint's own frame.
glm::dvec3 ik_end(const IkProblem& problem, const IkHandle& handle);

/// S W_p(j) L_j, one per joint: the frames in which Ul_j turns.
std::vector<glm::dmat4> ik_frames(const IkProblem& problem,
                                  std::span<const glm::dmat4> user_locals);
/// Levers of the free joints among the handle's joint and its ancestors, from the tip upwards.
std::vector<IkLever> ik_levers(const IkProblem& problem, std::span<const glm::dmat4> user_locals,
                               const std::vector<glm::dmat4>& frames, const IkHandle& handle);

}  // namespace marrow
