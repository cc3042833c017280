// The objective of inverse kinematics, a function of the angles. Only rig/ik/*.cpp include it.
#pragma once

#include "rig/ik/hinge.h"
#include "rig/ik/ik.h"

namespace marrow {

// ---- Linear algebra: one step (step.cpp)

/// Residual r and its derivative J, row by row; f = |r|^2 / 2.
struct Linearized {
  std::vector<double> residual;
  std::vector<double> jacobian;  ///< residual.size() rows
  std::vector<double> slope{};   ///< gradient of f to use, one per column; empty: J^T r
  std::size_t columns() const { return residual.empty() ? 0 : jacobian.size() / residual.size(); }
  const double* row(std::size_t i) const { return jacobian.data() + i * columns(); }
};

/// The step d that minimizes |r + J d|^2 + pull |away + d|^2 + damping |d|^2: (J^T J + (pull +
/// damping) I) d = -(slope + pull away). `away`: one per column. Precondition: pull + damping > 0.
/// Empty if the damping is too small to survive rounding: call again with more.
std::vector<double> damped_step(const Linearized& nearby, const std::vector<double>& away,
                                double pull, double damping);

/// Gradient g (n) and second derivative H (n x n, lower half) of a function.
struct Curved {
  std::vector<double> gradient;
  std::vector<double> curvature;
};

/// The step d with (H + damping I) d = -g. Empty if H + damping I is not positive definite: call
/// again with more damping.
std::vector<double> newton_step(const Curved& nearby, double damping);

// ---- The objective

using IkAngles = std::vector<double>;  ///< three per free joint

/// The solver minimizes F = f + pull/2 |x - x0|^2, with x the angles and x0 the `rest_angles`.
/// Lengths are divided by `scale`, so that the constants suit rigs of any size.
struct IkObjective {
  const IkProblem& problem;
  double scale = 1.0;                   ///< length of the longest chain, world units
  std::vector<IkHinge> hinges;          ///< one per free joint
  std::vector<glm::dmat4> user_locals;  ///< at the start, one per joint
  /// Another implementation's gradient of f; empty: the solver uses its own.
  IkGradient gradient{};
};

IkAngles start_of(const IkObjective& objective);
IkAngles within_limits(const IkObjective& objective, IkAngles angles);
std::vector<glm::dmat4> pose_at(const IkObjective& objective, const IkAngles& angles);

/// Derivative of f with respect to the angles, by objective.gradient, which must not be empty.
IkAngles slope_of(const IkObjective& objective, const IkAngles& angles);

/// F at `angles`.
double pulled_cost(const IkObjective& objective, const IkAngles& angles,
                   const IkAngles& rest_angles, double pull);
/// r and J of f. `away` is x - x0. An angle that F would drive beyond a limit gets a zero column,
/// and zero in `away`.
Linearized linearized(const IkObjective& objective, const IkAngles& angles, double pull,
                      IkAngles& away);
/// Gradient and second derivative of F; limits as in linearized(). Unlike J^T J the second
/// derivative includes the curvature of the tips' paths. Without it a chain whose target is too far
/// away does not come to rest.
Curved curved(const IkObjective& objective, const IkAngles& angles, const IkAngles& rest_angles,
              double pull);

/// The angles that a solution is pulled towards: those at the start, but if a straight limb has to
/// become shorter, its middle joints are bent far enough for that. (To first order the tip of a
/// straight chain cannot come nearer, so a tiny sideways move of the target would decide the side.)
/// A slight bend is continued. Otherwise limited joints bend where they have most room, others as
/// in a body that looks along +z: a limb that hangs down, like a shin, bends back, others forward.
IkAngles natural_angles(const IkObjective& objective);

}  // namespace marrow
