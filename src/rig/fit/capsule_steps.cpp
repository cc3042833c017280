// The steps of a CapsuleSolver that move all radii together, and the equations that tell them.
#include <algorithm>
#include <array>
#include <cmath>

#include "rig/fit/capsule_solver.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

/// How much an unknown changes a weight before normalising.
struct UnknownSlope {
  std::size_t unknown = 0;
  double slope = 0.0;
};
struct UnknownSlopes {
  std::array<UnknownSlope, 8> slopes;
  std::size_t count = 0;

  void add(int unknown, double slope) {
    if (unknown >= 0) slopes[count++] = {std::size_t(unknown), slope};
  }
  const UnknownSlope* begin() const { return slopes.data(); }
  const UnknownSlope* end() const { return slopes.data() + count; }
};

/// The distance falls as the bone comes nearer: an end that moves by v brings the point of the bone
/// that is nearest nearer by its share of v along the way from there to the vertex.
void add_places(const StepUnknowns& unknowns, std::size_t joint, const glm::vec3& vertex,
                double place, double by_distance, UnknownSlopes& slopes) {
  const Bone& bone = (*unknowns.bones)[joint];
  const glm::dvec3 start(bone.start), end(bone.end);
  const glm::dvec3 away = glm::dvec3(vertex) - (start + place * (end - start));
  const double distance = glm::length(away);
  if (!(distance > 0.0)) return;
  for (int axis = 0; axis < 3; ++axis) {
    const double slope = -by_distance * away[axis] / distance;
    const int origin = unknowns.origin[joint], its_end = unknowns.end[joint];
    slopes.add(origin < 0 ? -1 : origin + axis, slope * (1.0 - place));
    slopes.add(its_end < 0 ? -1 : its_end + axis, slope * place);
  }
}

}  // namespace

/// With w_j = u_j / S and x = sum_j w_j x_j: dx / du_j = (x_j - x) / S.
void CapsuleSolver::add_row(std::uint32_t row, const std::vector<Radii>& radii,
                            const StepUnknowns& unknowns, NormalEquations& normal,
                            Scratch& scratch) const {
  gather(row, radii, kNobody, true, scratch);
  const std::size_t count = scratch.held.size();
  if (count < 2) return;                       // its only joint has all of it
  static_cast<void>(row_error(row, scratch));  // weights
  const std::uint32_t vertex = input_.pairs->vertices[row];
  scratch.products.resize(count * count);
  input_.target->products(vertex, {scratch.joints.data(), scratch.weights.data(), count},
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
    if (unknowns.bones)
      add_places(unknowns, held.joint, (*unknowns.positions)[vertex], place,
                 held.slope_by_distance / sum, slopes[j]);
  }
  for (std::size_t j = 0; j < count; ++j) {
    for (const UnknownSlope& a : slopes[j])
      normal.gradient[a.unknown] += a.slope * (with_mean[j] - squared);
    for (std::size_t k = 0; k < count; ++k) {
      const double product =
          scratch.products[j * count + k] - with_mean[j] - with_mean[k] + squared;
      for (const UnknownSlope& a : slopes[j])
        for (const UnknownSlope& b : slopes[k])
          if (b.unknown <= a.unknown) normal.add(a.unknown, b.unknown, a.slope * b.slope * product);
    }
  }
}

NormalEquations CapsuleSolver::normal_at(const std::vector<Radii>& radii,
                                         const StepUnknowns& unknowns) const {
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

StepUnknowns CapsuleSolver::radii_unknowns(bool tapers, const std::vector<Radii>& radii) const {
  StepUnknowns unknowns;
  unknowns.radius.assign(radii.size(), -1);
  unknowns.tip_radius.assign(radii.size(), -1);
  for (std::size_t j = 0; !jumps_ && j < radii.size(); ++j) {
    if (input_.is_locked[j] || !(radii[j].at_origin > 0.0f || radii[j].at_tip > 0.0f)) continue;
    unknowns.radius[j] = int(unknowns.count++);
    if (tapers) unknowns.tip_radius[j] = int(unknowns.count++);
  }
  return unknowns;
}

std::vector<Radii> CapsuleSolver::stepped(const std::vector<double>& step,
                                          const StepUnknowns& unknowns,
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

/// One damped Gauss-Newton step. False where none makes the error less.
bool CapsuleSolver::step_together(bool tapers, double& damping, std::vector<Radii>& radii) const {
  constexpr int kTries = 6;
  const StepUnknowns unknowns = radii_unknowns(tapers, radii);
  if (unknowns.count == 0 || unknowns.count > kMostUnknowns) return false;
  const NormalEquations normal = normal_at(radii, unknowns);
  const double error = error_of(radii);
  for (int round = 0; round < kTries; ++round) {
    if (const auto step = normal.step(damping)) {
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
