// Computes one damped step of the solver: its linear algebra.
#include <cmath>

#include "rig/ik/objective.h"

namespace marrow {
namespace {

// A matrix with a pivot below this share of its diagonal counts as not positive definite.
constexpr double kLeastPivot = 1e-14;

/// Four partial sums for speed; always in the same order.
double dot(const double* a, const double* b, std::size_t count) {
  double sums[4] = {0.0, 0.0, 0.0, 0.0};
  std::size_t k = 0;
  for (; k + 4 <= count; k += 4)
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += a[k + lane] * b[k + lane];
  for (; k < count; ++k) sums[0] += a[k] * b[k];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// Cholesky: replaces the lower half of a symmetric n x n matrix by its factor. Returns false if
/// the matrix is not positive definite.
bool factorize(std::vector<double>& matrix, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    double* row = matrix.data() + i * n;
    for (std::size_t j = 0; j < i; ++j)
      row[j] = (row[j] - dot(row, matrix.data() + j * n, j)) / matrix[j * n + j];
    const double left = row[i] - dot(row, row, i);
    if (!(left > kLeastPivot * row[i])) return false;
    row[i] = std::sqrt(left);
  }
  return true;
}

/// Solves factor factor^T x = b.
std::vector<double> solved(const std::vector<double>& factor, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i)
    b[i] = (b[i] - dot(factor.data() + i * n, b.data(), i)) / factor[i * n + i];
  for (std::size_t i = n; i-- > 0;) {
    b[i] /= factor[i * n + i];
    for (std::size_t k = 0; k < i; ++k) b[k] -= factor[i * n + k] * b[i];
  }
  return b;
}

}  // namespace

/// damped_step for a slope that is not J^T r: with s = pull + damping and b = slope + pull away, d
/// = -(b - J^T (J J^T + s I)^-1 J b) / s.
static std::vector<double> damped_step_down(const Linearized& nearby,
                                            const std::vector<double>& away, double pull,
                                            double total, const std::vector<double>& factor) {
  const std::size_t rows = nearby.residual.size(), columns = away.size();
  std::vector<double> uphill(columns), load(rows);
  for (std::size_t c = 0; c < columns; ++c) uphill[c] = nearby.slope[c] + pull * away[c];
  for (std::size_t i = 0; i < rows; ++i) load[i] = dot(nearby.row(i), uphill.data(), columns);
  load = solved(factor, std::move(load));
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t c = 0; c < columns; ++c) uphill[c] -= nearby.row(i)[c] * load[i];
  for (double& number : uphill) number /= -total;
  return uphill;
}

std::vector<double> damped_step(const Linearized& nearby, const std::vector<double>& away,
                                double pull, double damping) {
  // With s = pull + damping: d = -(pull/s) away - J^T (J J^T + s I)^-1 (r - (pull/s) J away), a
  // system with as many unknowns as the tips have coordinates.
  const std::size_t rows = nearby.residual.size(), columns = away.size();
  const double total = pull + damping, share = pull / total;
  std::vector<double> matrix(rows * rows), load = nearby.residual, step(columns, 0.0);
  for (std::size_t i = 0; i < rows; ++i) {
    load[i] -= share * dot(nearby.row(i), away.data(), columns);
    for (std::size_t j = 0; j <= i; ++j)
      matrix[i * rows + j] = dot(nearby.row(i), nearby.row(j), columns) + (i == j ? total : 0.0);
  }
  if (!factorize(matrix, rows)) return {};
  if (!nearby.slope.empty()) return damped_step_down(nearby, away, pull, total, matrix);
  load = solved(matrix, std::move(load));
  for (std::size_t c = 0; c < columns; ++c) step[c] = -share * away[c];
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t c = 0; c < columns; ++c) step[c] -= nearby.row(i)[c] * load[i];
  return step;
}

std::vector<double> newton_step(const Curved& nearby, double damping) {
  const std::size_t n = nearby.gradient.size();
  std::vector<double> factor = nearby.curvature, descent(n);
  for (std::size_t i = 0; i < n; ++i) {
    factor[i * n + i] += damping;
    descent[i] = -nearby.gradient[i];
  }
  if (!factorize(factor, n)) return {};
  return solved(factor, std::move(descent));
}

}  // namespace marrow
