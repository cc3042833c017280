// Steps of a CapsuleSolver that change all radii together, and the equations for these steps.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "rig/fit/capsule_solver.h"
#include "scene/parallel.h"

namespace marrow {

/// Indices of a step's unknowns, one per joint. -1 in `radius`: both radii of the joint are fixed.
/// -1 in `tip_radius`: the radius at the tip equals that at the origin.
struct RadiusUnknowns {
  std::size_t count = 0;
  std::vector<int> radius, tip_radius;
};

struct NormalEquations {
  std::size_t size = 0;
  std::vector<double> matrix;    ///< J^T J, size x size numbers; only the lower triangle is used
  std::vector<double> gradient;  ///< J^T r

  explicit NormalEquations(std::size_t unknowns)
      : size(unknowns), matrix(unknowns * unknowns, 0.0), gradient(unknowns, 0.0) {}
  void add(const NormalEquations& other) {
    for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] += other.matrix[i];
    for (std::size_t i = 0; i < size; ++i) gradient[i] += other.gradient[i];
  }
};

namespace {

constexpr std::size_t kMostUnknowns = 1500;

/// Solves A x = b by Cholesky's method for a symmetric A, given as its lower triangle, which is
/// overwritten. Returns false if A is not positive definite.
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

/// The step against the gradient; each unknown is damped by `damping` times its own curvature.
/// nullopt if there is no curvature, or too little for double precision.
std::optional<std::vector<double>> step_of(const NormalEquations& normal, double damping) {
  const std::size_t size = normal.size;
  double largest = 0.0;
  for (std::size_t i = 0; i < size; ++i) largest = std::max(largest, normal.matrix[i * size + i]);
  if (!(largest > 0.0)) return std::nullopt;
  std::vector<double> damped = normal.matrix, step(size);
  for (std::size_t i = 0; i < size; ++i) {
    damped[i * size + i] += damping * damped[i * size + i] + 1e-12 * largest;
    step[i] = -normal.gradient[i];
  }
  if (!solve_symmetric(size, damped, step)) return std::nullopt;
  return step;
}

/// Derivatives of a joint's weight before normalizing by its unknowns, divided by the row's sum.
struct UnknownSlopes {
  struct Slope {
    std::size_t unknown = 0;
    double slope = 0.0;
  };
  std::array<Slope, 2> slopes;
  std::size_t count = 0;

  void add(int unknown, double slope) {
    if (unknown >= 0) slopes[count++] = {std::size_t(unknown), slope};
  }
  const Slope* begin() const { return slopes.data(); }
  const Slope* end() const { return slopes.data() + count; }
};

}  // namespace

/// With w_j = u_j / S and x = sum_j w_j x_j: dx / du_j = (x_j - x) / S.
void CapsuleSolver::add_row(std::uint32_t row, const std::vector<Radii>& radii,
                            const RadiusUnknowns& unknowns, NormalEquations& normal,
                            Scratch& scratch) const {
  gather(row, radii, kNoJoint, true, scratch);
  const std::size_t count = scratch.held.size();
  if (count < 2) return;                       // the only joint has the whole weight
  static_cast<void>(row_error(row, scratch));  // computes scratch.weights
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
  std::vector<UnknownSlopes> slopes(count);
  for (std::size_t j = 0; j < count; ++j) {
    const Held& held = scratch.held[j];
    const double place = double(held.place), by_radius = held.slope / sum;
    const int tip = unknowns.tip_radius[held.joint];
    slopes[j].add(unknowns.radius[held.joint], by_radius * (tip < 0 ? 1.0 : 1.0 - place));
    slopes[j].add(tip, by_radius * place);
  }
  for (std::size_t j = 0; j < count; ++j) {
    for (const UnknownSlopes::Slope& a : slopes[j])
      normal.gradient[a.unknown] += a.slope * (with_mean[j] - squared);
    for (std::size_t k = 0; k < count; ++k) {
      const double product =
          scratch.products[j * count + k] - with_mean[j] - with_mean[k] + squared;
      for (const UnknownSlopes::Slope& a : slopes[j])
        for (const UnknownSlopes::Slope& b : slopes[k])
          if (b.unknown <= a.unknown)
            normal.matrix[a.unknown * normal.size + b.unknown] += a.slope * b.slope * product;
    }
  }
}

/// The equations of the sum of the rows' errors at these radii.
NormalEquations CapsuleSolver::normal_at(const std::vector<Radii>& radii,
                                         const RadiusUnknowns& unknowns) const {
  const std::size_t rows = input_.pairs->vertices.size();
  const std::size_t blocks = unknowns.count > 400 ? 2 : 8,
                    grain = std::max<std::size_t>((rows + blocks - 1) / blocks, 1);
  std::vector<NormalEquations> parts((rows + grain - 1) / grain, NormalEquations(unknowns.count));
  parallel_for(rows, grain, [&](std::size_t begin, std::size_t end) {
    Scratch scratch;
    for (std::size_t r = begin; r < end; ++r)
      add_row(std::uint32_t(r), radii, unknowns, parts[begin / grain], scratch);
  });
  NormalEquations all(unknowns.count);
  for (const NormalEquations& part : parts) all.add(part);
  return all;
}

/// The radii that a step may change: none under a falloff that jumps, because it has no slope.
RadiusUnknowns CapsuleSolver::unknowns_at(bool tapers, const std::vector<Radii>& radii) const {
  RadiusUnknowns unknowns;
  unknowns.radius.assign(radii.size(), -1);
  unknowns.tip_radius.assign(radii.size(), -1);
  for (std::size_t j = 0; !jumps_ && j < radii.size(); ++j) {
    if (input_.is_locked[j] || !(radii[j].at_origin > 0.0f || radii[j].at_tip > 0.0f)) continue;
    unknowns.radius[j] = int(unknowns.count++);
    if (tapers) unknowns.tip_radius[j] = int(unknowns.count++);
  }
  return unknowns;
}

/// The radii after a step, each between a quarter of its old value and its reach.
std::vector<Radii> CapsuleSolver::stepped(const std::vector<double>& step,
                                          const RadiusUnknowns& unknowns,
                                          const std::vector<Radii>& radii) const {
  std::vector<Radii> result = radii;
  for (std::size_t j = 0; j < radii.size(); ++j) {
    const int at = unknowns.radius[j], tip = unknowns.tip_radius[j];
    if (at < 0) continue;
    const auto moved = [&](float radius, int unknown) {
      return std::clamp(float(double(radius) + step[std::size_t(unknown)]), 0.25f * radius,
                        input_.reaches[j]);
    };
    result[j].at_origin = moved(radii[j].at_origin, at);
    result[j].at_tip = tip < 0 ? result[j].at_origin : moved(radii[j].at_tip, tip);
  }
  return result;
}

/// One damped Gauss-Newton step. Returns false if no step reduces the error.
bool CapsuleSolver::step_together(bool tapers, double& damping, std::vector<Radii>& radii) const {
  constexpr int kTries = 6;
  const RadiusUnknowns unknowns = unknowns_at(tapers, radii);
  if (unknowns.count == 0 || unknowns.count > kMostUnknowns) return false;
  const NormalEquations normal = normal_at(radii, unknowns);
  const double error = error_of(radii);
  for (int round = 0; round < kTries; ++round) {
    if (const auto step = step_of(normal, damping)) {
      std::vector<Radii> tried = stepped(*step, unknowns, radii);
      if (error_of(tried) < error * (1.0 - 1e-7)) {
        radii = std::move(tried);
        damping = std::max(damping * 0.2, 1e-9);
        return true;
      }
    }
    damping = std::min(damping * 8.0, 1e6);
  }
  return false;
}

}  // namespace marrow
