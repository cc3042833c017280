// An inverse kinematics problem as a function of a list of angles, to be minimised. Only
// rig/ik/*.cpp include it.
#pragma once

#include "rig/ik/hinge.h"
#include "rig/ik/ik.h"
#include "rig/ik/step.h"

namespace marrow {

using IkAngles = std::vector<double>;  ///< three per free joint

/// The solver minimises F = f + pull/2 |x - x0|^2, with x the angles and x0 those of `home`. All
/// lengths are divided by `scale`, so that one set of constants serves rigs of any size.
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

/// The derivative of f with respect to the angles by objective.gradient. Precondition: it is not
/// empty.
IkAngles slope_of(const IkObjective& objective, const IkAngles& angles);

/// F.
double pulled_cost(const IkObjective& objective, const IkAngles& angles, const IkAngles& home,
                   double pull);
/// r and J of f. Angles at a limit that F would drive beyond it have a column of zeros, and in
/// `away`, x - x0, a zero too.
Linearised linearised(const IkObjective& objective, const IkAngles& angles, double pull,
                      IkAngles& away);
/// Gradient and second derivative of F; angles at a limit as above. Unlike J^T J it has the
/// curvature of the tips' paths, which a chain needs to come to rest when its target is too far
/// away.
Curved curved(const IkObjective& objective, const IkAngles& angles, const IkAngles& home,
              double pull);

}  // namespace marrow
