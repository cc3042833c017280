// Least squares by damped steps: J^T J and J^T r, and the step that they tell.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace marrow {

struct NormalEquations {
  std::size_t size = 0;
  std::vector<double> matrix;    ///< J^T J, size x size numbers, of which the lower triangle counts
  std::vector<double> gradient;  ///< J^T r

  explicit NormalEquations(std::size_t unknowns)
      : size(unknowns), matrix(unknowns * unknowns, 0.0), gradient(unknowns, 0.0) {}
  void add(std::size_t i, std::size_t k, double value) {
    matrix[std::max(i, k) * size + std::min(i, k)] += value;
  }
  void add(const NormalEquations& other);
  /// The step against the gradient; each unknown is held back by `damping` times its own curvature.
  /// None where there is no curvature, or too little for numbers of this precision.
  std::optional<std::vector<double>> step(double damping) const;
};

}  // namespace marrow
