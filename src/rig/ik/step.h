// The solver's linear algebra: one step. Only rig/ik/*.cpp include it.
#pragma once

#include <cstddef>
#include <vector>

namespace marrow {

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

}  // namespace marrow
