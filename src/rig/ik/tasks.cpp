// Gives the solver the gradient of a Tasks, which expects posed matrices in single precision.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "rig/guarded.h"
#include "rig/ik/ik.h"
#include "rig/ik/ik_parts.h"
#include "rig/implementations.h"

namespace marrow {
namespace {

constexpr double kOff = 1e-2;  // share of the gradient's length: more than rounding explains

std::vector<glm::dvec3> gradient_by(const Tasks& tasks, const IkProblem& problem,
                                    std::span<const glm::dmat4> user_locals,
                                    guarded::Problems& problems) {
  Skeleton skeleton = *problem.skeleton;
  const std::vector<glm::dmat4> frames = ik_frames(problem, user_locals);
  std::vector<glm::mat4> posed;
  for (std::size_t j = 0; j < frames.size(); ++j) {
    posed.emplace_back(frames[j] * user_locals[j]);
    skeleton.joints[j].user_local = glm::mat4(user_locals[j]);
  }
  std::vector<IkPull> pulls;
  for (const IkHandle& handle : problem.handles)
    pulls.push_back({handle.joint, glm::vec3(ik_end(problem, handle)), glm::vec3(handle.target),
                     float(handle.weight)});
  const std::vector<glm::vec3> gradient = guarded::ik_gradient(
      tasks, skeleton, posed, problem.world_from_skeleton, pulls, problem.free, problems);
  return {gradient.begin(), gradient.end()};
}

/// Rounding of a single-precision gradient: the error of a position times the longest lever.
double rounding_of(const IkProblem& problem, std::span<const glm::dmat4> user_locals) {
  const std::vector<double> lengths = ik_chain_lengths(problem, user_locals);
  double rounding = 0.0;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    rounding += 1e-6 * problem.handles[i].weight * lengths[i] * lengths[i];
  return rounding;
}

/// Compares a given gradient with the right one: squared lengths and dot product.
struct Compared {
  double length2 = 0.0, given_length2 = 0.0, along = 0.0;
  double off() const { return std::sqrt(std::max(0.0, length2 - 2.0 * along + given_length2)); }
};

Compared compared(const std::vector<glm::dvec3>& right, const std::vector<glm::dvec3>& given) {
  Compared result;
  for (std::size_t b = 0; b < right.size(); ++b) {
    result.length2 += glm::dot(right[b], right[b]);
    result.given_length2 += glm::dot(given[b], given[b]);
    result.along += glm::dot(given[b], right[b]);
  }
  return result;
}

bool is_off(const IkProblem& problem, std::span<const glm::dmat4> user_locals,
            const Compared& gradients) {
  return gradients.off() > kOff * std::sqrt(gradients.length2) + rounding_of(problem, user_locals);
}

}  // namespace

bool is_right_gradient(const IkGradient& gradient, const IkProblem& problem,
                       std::span<const glm::dmat4> user_locals) {
  return !gradient ||
         !is_off(problem, user_locals,
                 compared(ik_gradient(problem, user_locals), gradient(problem, user_locals)));
}

IkGradient ik_gradient_of(const Tasks& tasks) {
  if (has_engine() && &tasks == &tasks_of(Backend::fast)) return {};
  return [&tasks](const IkProblem& problem, std::span<const glm::dmat4> user_locals) {
    guarded::Problems unheard;
    return gradient_by(tasks, problem, user_locals, unheard);
  };
}

std::string why_wrong_gradient(const Tasks& tasks, const IkProblem& problem) {
  if (has_engine() && &tasks == &tasks_of(Backend::fast)) return {};
  const std::vector<glm::dmat4> user_locals = user_locals_of(*problem.skeleton);
  const std::vector<glm::dvec3> right = ik_gradient(problem, user_locals);
  guarded::Problems problems;
  const std::vector<glm::dvec3> given = gradient_by(tasks, problem, user_locals, problems);
  if (!problems.empty()) return problems.front();
  const Compared gradients = compared(right, given);
  if (!is_off(problem, user_locals, gradients)) return {};
  if (gradients.given_length2 == 0.0) return "ik_gradient is zero: nothing turns";
  if (gradients.along <= 0.0) return "ik_gradient does not point uphill";
  return fmt::format("ik_gradient is off by {:.0f} % of its length",
                     100.0 * gradients.off() / std::sqrt(gradients.length2));
}

}  // namespace marrow
