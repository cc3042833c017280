// The steps of a CapsuleSolver that move all radii together.
#include <algorithm>
#include <cmath>

#include "rig/fit/capsule_solver.h"
#include "scene/parallel.h"

namespace marrow {

/// Normal equations: the lower triangle of J^T J, and J^T r.
struct CapsuleSolver::Normal {
  std::size_t size = 0;
  std::vector<double> matrix, gradient;
  explicit Normal(std::size_t unknowns)
      : size(unknowns), matrix(unknowns * unknowns, 0.0), gradient(unknowns, 0.0) {}
  void add(std::size_t i, std::size_t k, double value) {
    matrix[std::max(i, k) * size + std::min(i, k)] += value;
  }
};

/// With w_j = u_j / S and x = sum_j w_j x_j: dx / du_j = (x_j - x) / S.
void CapsuleSolver::add_row(std::uint32_t row, const std::vector<Radii>& radii,
                            const std::vector<int>& unknown_of, Normal& normal,
                            Scratch& scratch) const {
  gather(row, radii, kNobody, true, scratch);
  const std::size_t count = scratch.held.size();
  if (count < 2) return;                       // its only joint has all of it
  static_cast<void>(row_error(row, scratch));  // weights
  scratch.products.resize(count * count);
  input_.target->products(input_.pairs->vertices[row],
                          {scratch.joints.data(), scratch.weights.data(), count},
                          scratch.products.data());
  double sum = 0.0, squared = 0.0;
  for (const Held& held : scratch.held) sum += held.raw;
  std::vector<double> with_mean(count, 0.0);  // <x_j, x>
  for (std::size_t j = 0; j < count; ++j) {
    for (std::size_t k = 0; k < count; ++k)
      with_mean[j] += scratch.products[j * count + k] * scratch.weights[k];
    squared += with_mean[j] * scratch.weights[j];
  }
  const auto each_unknown = [&](std::size_t j, const auto& visit) {
    const Held& held = scratch.held[j];
    const double slope = held.slope / sum;
    const int at = unknown_of[held.joint], tip = unknown_of[held.joint + unknown_of.size() / 2];
    if (at < 0) return;
    if (tip < 0) return visit(std::size_t(at), slope);
    visit(std::size_t(at), slope * (1.0 - double(held.place)));
    visit(std::size_t(tip), slope * double(held.place));
  };
  for (std::size_t j = 0; j < count; ++j) {
    each_unknown(j, [&](std::size_t a, double by_a) {
      normal.gradient[a] += by_a * (with_mean[j] - squared);
      for (std::size_t k = 0; k < count; ++k) {
        const double product =
            scratch.products[j * count + k] - with_mean[j] - with_mean[k] + squared;
        each_unknown(k, [&](std::size_t b, double by_b) {
          if (b <= a) normal.add(a, b, by_a * by_b * product);
        });
      }
    });
  }
}

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

/// Takes the step, or a shorter one, if it makes the error less.
bool CapsuleSolver::step_by(const std::vector<double>& step, const std::vector<int>& unknown_of,
                            bool tapers, double error, std::vector<Radii>& radii) const {
  std::vector<Radii> tried = radii;
  for (std::size_t j = 0; j < radii.size(); ++j) {
    if (unknown_of[j] < 0) continue;
    const auto at = std::size_t(unknown_of[j]);
    const auto moved = [&](float radius, double by) {
      return std::clamp(float(double(radius) + by), 0.25f * radius, input_.reaches[j]);
    };
    tried[j].at_origin = moved(radii[j].at_origin, step[at]);
    tried[j].at_tip = tapers ? moved(radii[j].at_tip, step[at + 1]) : tried[j].at_origin;
  }
  if (!(error_of(tried) < error * (1.0 - 1e-7))) return false;
  radii = std::move(tried);
  return true;
}

/// One damped Gauss-Newton step. False where none makes the error less.
bool CapsuleSolver::step_together(bool tapers, double& damping, std::vector<Radii>& radii) const {
  constexpr std::size_t kMostUnknowns = 1500;
  constexpr int kTries = 6;
  // Of the origin, then of the tip; -1: it stays, or follows the origin.
  std::vector<int> unknown_of(2 * radii.size(), -1);
  int unknowns = 0;
  for (std::size_t j = 0; j < radii.size(); ++j) {
    if (input_.is_locked[j] || !(radii[j].at_origin > 0.0f || radii[j].at_tip > 0.0f)) continue;
    unknown_of[j] = unknowns++;
    if (tapers) unknown_of[j + radii.size()] = unknowns++;
  }
  const auto size = std::size_t(unknowns);
  if (size == 0 || size > kMostUnknowns) return false;
  const std::size_t rows = input_.pairs->vertices.size();
  const std::size_t blocks = size > 400 ? 2 : 8,
                    grain = std::max<std::size_t>((rows + blocks - 1) / blocks, 1);
  std::vector<Normal> parts((rows + grain - 1) / grain, Normal(size));
  parallel_for(rows, grain, [&](std::size_t begin, std::size_t end) {
    Scratch scratch;
    for (std::size_t r = begin; r < end; ++r)
      add_row(std::uint32_t(r), radii, unknown_of, parts[begin / grain], scratch);
  });
  Normal& all = parts.front();
  for (std::size_t p = 1; p < parts.size(); ++p) {
    for (std::size_t i = 0; i < all.matrix.size(); ++i) all.matrix[i] += parts[p].matrix[i];
    for (std::size_t i = 0; i < size; ++i) all.gradient[i] += parts[p].gradient[i];
  }
  const double error = error_of(radii);
  double largest = 0.0;
  for (std::size_t i = 0; i < size; ++i) largest = std::max(largest, all.matrix[i * size + i]);
  if (!(largest > 0.0)) return false;
  for (int round = 0; round < kTries; ++round) {
    std::vector<double> matrix = all.matrix, step(size);
    for (std::size_t i = 0; i < size; ++i) {
      matrix[i * size + i] += damping * matrix[i * size + i] + 1e-12 * largest;
      step[i] = -all.gradient[i];
    }
    if (solve_symmetric(size, matrix, step) && step_by(step, unknown_of, tapers, error, radii)) {
      damping = std::max(damping * 0.2, 1e-9);
      return true;
    }
    damping = std::min(damping * 8.0, 1e6);
  }
  return false;
}

}  // namespace marrow
