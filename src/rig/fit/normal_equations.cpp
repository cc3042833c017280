#include "rig/fit/normal_equations.h"

#include <cmath>

namespace marrow {

namespace {

/// Solves A x = b by Cholesky's method, A symmetric, its lower triangle given and overwritten.
/// False where it is not positive definite.
bool solve_symmetric(std::size_t size, std::vector<double>& matrix, std::vector<double>& x) {
  for (std::size_t i = 0; i < size; ++i) {
    double* row = &matrix[i * size];
    for (std::size_t k = 0; k <= i; ++k) {
      const double* other = &matrix[k * size];
      double sum = row[k];
      for (std::size_t m = 0; m < k; ++m) sum -= row[m] * other[m];
      if (k == i) {
        if (!(sum > 0.0)) return false;
        row[i] = std::sqrt(sum);
      } else {
        row[k] = sum / other[k];
      }
    }
    for (std::size_t m = 0; m < i; ++m) x[i] -= row[m] * x[m];
    x[i] /= row[i];
  }
  for (std::size_t i = size; i-- > 0;) {
    for (std::size_t m = i + 1; m < size; ++m) x[i] -= matrix[m * size + i] * x[m];
    x[i] /= matrix[i * size + i];
  }
  return true;
}

}  // namespace

void NormalEquations::add(const NormalEquations& other) {
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] += other.matrix[i];
  for (std::size_t i = 0; i < size; ++i) gradient[i] += other.gradient[i];
}

std::optional<std::vector<double>> NormalEquations::step(double damping) const {
  double largest = 0.0;
  for (std::size_t i = 0; i < size; ++i) largest = std::max(largest, matrix[i * size + i]);
  if (!(largest > 0.0)) return std::nullopt;
  std::vector<double> damped = matrix, step(size);
  for (std::size_t i = 0; i < size; ++i) {
    damped[i * size + i] += damping * damped[i * size + i] + 1e-12 * largest;
    step[i] = -gradient[i];
  }
  if (!solve_symmetric(size, damped, step)) return std::nullopt;
  return step;
}

}  // namespace marrow
