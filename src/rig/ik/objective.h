// An inverse kinematics problem as the search sees it: a list of angles, and how well they do. Only
// ik_*.cpp include it.
#pragma once

#include "rig/ik/hinge.h"
#include "rig/ik/ik.h"
#include "rig/ik/step.h"

namespace marrow {

using IkAngles = std::vector<double>;  ///< three a free joint

/// What is made small is F = f + pull/2 |x - x0|^2, x the angles and x0 those of home, all lengths
/// divided by `scale`, so that one set of constants serves rigs of any size.
struct IkObjective {
  const IkProblem& problem;
  double scale = 1.0;                   ///< the longest reach, world units
  std::vector<IkHinge> hinges;          ///< one per free joint
  std::vector<glm::dmat4> user_locals;  ///< at the start, one per joint
  IkGradient gradient{};                ///< somebody else's, of f; empty: it is worked out
};

IkAngles start_of(const IkObjective& objective);
IkAngles within_limits(const IkObjective& objective, IkAngles angles);
std::vector<glm::dmat4> pose_at(const IkObjective& objective, const IkAngles& angles);

/// What objective.gradient, which is there, gives for f as the angles grow.
IkAngles slope_of(const IkObjective& objective, const IkAngles& angles);

/// F.
double pulled_cost(const IkObjective& objective, const IkAngles& angles, const IkAngles& home,
                   double pull);
/// r and J of f. Angles at a limit that F would drive beyond it have a column of zeros, and in
/// `away`, x - x0, a zero too.
Linearised linearised(const IkObjective& objective, const IkAngles& angles, double pull,
                      IkAngles& away);
/// Gradient and second derivative of F; angles at a limit as above. The curvature of the tips'
/// paths, which J^T J leaves out, is what makes a chain that is stretched towards something out of
/// reach come to rest.
Curved curved(const IkObjective& objective, const IkAngles& angles, const IkAngles& home,
              double pull);

}  // namespace marrow
