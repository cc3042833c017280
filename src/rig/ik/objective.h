// Inverse kinematics as a function of angles, to be minimised. Only rig/ik/*.cpp include it.
#pragma once

#include "rig/ik/hinge.h"
#include "rig/ik/ik.h"
#include "rig/ik/step.h"

namespace marrow {

using IkAngles = std::vector<double>;  ///< three per free joint

/// The solver minimises F = f + pull/2 |x - x0|^2, x the angles, x0 those of `rest_angles`. Lengths are
/// divided by `scale`, so that the constants suit rigs of any size.
struct IkObjective {
  const IkProblem& problem;
  double scale = 1.0;                   ///< length of the longest chain, world units
  std::vector<IkHinge> hinges;          ///< one per free joint
  std::vector<glm::dmat4> user_locals;  ///< at the start, one per joint
  IkGradient gradient{};  ///< another implementation's gradient of f; empty: the solver's own
};

IkAngles start_of(const IkObjective& objective);
IkAngles within_limits(const IkObjective& objective, IkAngles angles);
std::vector<glm::dmat4> pose_at(const IkObjective& objective, const IkAngles& angles);

/// The derivative of f with respect to the angles, by objective.gradient, which must not be empty.
IkAngles slope_of(const IkObjective& objective, const IkAngles& angles);

/// F.
double pulled_cost(const IkObjective& objective, const IkAngles& angles, const IkAngles& rest_angles,
                   double pull);
/// r and J of f. Angles that F would drive beyond a limit have a zero column, and zero in `away`, x
/// - x0.
Linearised linearised(const IkObjective& objective, const IkAngles& angles, double pull,
                      IkAngles& away);
/// Gradient and second derivative of F; limits as above. Unlike J^T J it has the curvature of the
/// tips' paths, which a chain needs to rest when its target is too far away.
Curved curved(const IkObjective& objective, const IkAngles& angles, const IkAngles& rest_angles,
              double pull);

}  // namespace marrow
