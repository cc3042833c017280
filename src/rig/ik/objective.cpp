#include "rig/ik/objective.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "rig/ik/ik_parts.h"

namespace marrow {
namespace {

glm::dvec3 three(const IkAngles& angles, std::size_t hinge) {
  return {angles[3 * hinge], angles[3 * hinge + 1], angles[3 * hinge + 2]};
}

void set_three(IkAngles& angles, std::size_t hinge, const glm::dvec3& value) {
  for (int k = 0; k < 3; ++k) angles[3 * hinge + at(k)] = value[k];
}

/// Motion of a tip as the angles of a joint above it grow.
struct TipMotion {
  std::size_t free = 0;
  glm::dmat3 axes{1.0};     // columns: the axis of each angle, in the frame of L
  glm::dmat3 columns{1.0};  // columns: the tip's motion, world space
  glm::dmat3 linear{1.0};   // A
};

/// A handle's miss (tip - target), and the tip's motions, from the tip upwards. Lengths are divided
/// by the scale and multiplied by the square root of the handle's weight.
struct Pulled {
  glm::dvec3 miss{0.0};
  std::vector<TipMotion> motions;
};

std::vector<Pulled> pulled_handles(const IkObjective& objective, const IkAngles& angles) {
  const IkProblem& problem = objective.problem;
  const std::vector<glm::dmat4> user_locals = pose_at(objective, angles);
  const std::vector<glm::dmat4> frames = ik_frames(problem, user_locals);
  const std::vector<glm::dvec3> tips = ik_tips(problem, user_locals);
  std::vector<Pulled> handles;
  for (std::size_t i = 0; i < problem.handles.size(); ++i) {
    const double share = std::sqrt(problem.handles[i].weight) / objective.scale;
    Pulled pulled{share * (tips[i] - problem.handles[i].target), {}};
    for (const IkLever& lever : ik_levers(problem, user_locals, frames, problem.handles[i])) {
      TipMotion motion{lever.free,
                       turning_axes(objective.hinges[lever.free], three(angles, lever.free)),
                       glm::dmat3(0.0), lever.linear};
      for (int k = 0; k < 3; ++k)
        motion.columns[k] = share * (lever.linear * glm::cross(motion.axes[k], lever.arm));
      pulled.motions.push_back(motion);
    }
    handles.push_back(std::move(pulled));
  }
  return handles;
}

bool is_at_limit(const IkObjective& objective, const IkAngles& angles, std::size_t c,
                 double slope) {
  const IkHinge& hinge = objective.hinges[c / 3];
  const int k = int(c % 3);
  return hinge.is_limited && ((angles[c] <= hinge.lower[k] && slope > 0.0) ||
                              (angles[c] >= hinge.upper[k] && slope < 0.0));
}

/// A^-1, or zero if A has no inverse: the curvature of the paths is unknown then.
glm::dmat3 inverse_or_zero(const glm::dmat3& m) {
  const glm::dmat3 inverse = glm::inverse(m);
  const double sum = glm::dot(inverse[0] + inverse[1] + inverse[2], glm::dvec3(1.0));
  return std::isfinite(sum) ? inverse : glm::dmat3(0.0);
}

/// Turning `upper` about an axis a bends the path on which `lower` moves the tip: the second
/// derivative is A (a x A^-1 column), with A of the upper joint. Element [c][a] is its dot product
/// with the miss, for axis a of the upper and column c of the lower joint.
glm::dmat3 bending(const TipMotion& upper, const TipMotion& lower, const glm::dvec3& miss) {
  const glm::dvec3 load = glm::transpose(upper.linear) * miss;
  const glm::dmat3 into = inverse_or_zero(upper.linear);
  glm::dmat3 result(0.0);
  for (int c = 0; c < 3; ++c)
    result[c] = glm::transpose(upper.axes) * glm::cross(into * lower.columns[c], load);
  return result;
}

/// Adds a handle's part of J^T J and of the bending. Fills only the lower half, because upper
/// joints come first.
void add_curvature(const Pulled& handle, Curved& result) {
  const std::size_t n = result.gradient.size();
  for (std::size_t i = 0; i < handle.motions.size(); ++i) {
    const TipMotion& lower = handle.motions[i];
    for (std::size_t j = i; j < handle.motions.size(); ++j) {
      const TipMotion& upper = handle.motions[j];
      glm::dmat3 block = bending(upper, lower, handle.miss);
      if (i == j) block = 0.5 * (block + glm::transpose(block));
      block += glm::transpose(upper.columns) * lower.columns;
      for (int c = 0; c < 3; ++c)
        for (int a = 0; a < 3; ++a)
          result.curvature[(3 * lower.free + at(c)) * n + 3 * upper.free + at(a)] += block[c][a];
    }
  }
}

}  // namespace

IkAngles start_of(const IkObjective& objective) {
  IkAngles angles(3 * objective.hinges.size());
  for (std::size_t h = 0; h < objective.hinges.size(); ++h)
    set_three(angles, h, objective.hinges[h].start);
  return angles;
}

IkAngles within_limits(const IkObjective& objective, IkAngles angles) {
  for (std::size_t h = 0; h < objective.hinges.size(); ++h)
    set_three(angles, h, within_limits(objective.hinges[h], three(angles, h)));
  return angles;
}

std::vector<glm::dmat4> pose_at(const IkObjective& objective, const IkAngles& angles) {
  std::vector<glm::dmat4> user_locals = objective.user_locals;
  for (std::size_t h = 0; h < objective.hinges.size(); ++h)
    user_locals[at(objective.problem.free[h])] =
        user_local_of(objective.hinges[h], three(angles, h));
  return user_locals;
}

IkAngles slope_of(const IkObjective& objective, const IkAngles& angles) {
  const std::vector<glm::dvec3> about_axes =
      objective.gradient(objective.problem, pose_at(objective, angles));
  IkAngles slope(angles.size());
  for (std::size_t h = 0; h < objective.hinges.size(); ++h) {
    const glm::dmat3 axes = turning_axes(objective.hinges[h], three(angles, h));
    set_three(slope, h, glm::transpose(axes) * about_axes[h] / (objective.scale * objective.scale));
  }
  return slope;
}

double pulled_cost(const IkObjective& objective, const IkAngles& angles,
                   const IkAngles& rest_angles, double pull) {
  double away = 0.0;
  for (std::size_t c = 0; c < angles.size(); ++c)
    away += (angles[c] - rest_angles[c]) * (angles[c] - rest_angles[c]);
  return ik_cost(objective.problem, pose_at(objective, angles)) /
             (objective.scale * objective.scale) +
         0.5 * pull * away;
}

Linearized linearized(const IkObjective& objective, const IkAngles& angles, double pull,
                      IkAngles& away) {
  const std::size_t n = angles.size();
  const std::vector<Pulled> handles = pulled_handles(objective, angles);
  Linearized result{std::vector<double>(3 * handles.size()),
                    std::vector<double>(3 * handles.size() * n, 0.0),
                    {}};
  if (objective.gradient) result.slope = slope_of(objective, angles);
  IkAngles slope(n);
  for (std::size_t c = 0; c < n; ++c) slope[c] = pull * away[c];
  for (std::size_t i = 0; i < handles.size(); ++i) {
    for (int k = 0; k < 3; ++k) result.residual[3 * i + at(k)] = handles[i].miss[k];
    for (const TipMotion& motion : handles[i].motions) {
      for (int c = 0; c < 3; ++c) {
        slope[3 * motion.free + at(c)] += glm::dot(motion.columns[c], handles[i].miss);
        for (int k = 0; k < 3; ++k)
          result.jacobian[(3 * i + at(k)) * n + 3 * motion.free + at(c)] = motion.columns[c][k];
      }
    }
  }
  for (std::size_t c = 0; c < n; ++c) {
    if (!is_at_limit(objective, angles, c, slope[c])) continue;
    away[c] = 0.0;
    if (objective.gradient) result.slope[c] = 0.0;
    for (std::size_t i = 0; i < result.residual.size(); ++i) result.jacobian[i * n + c] = 0.0;
  }
  return result;
}

Curved curved(const IkObjective& objective, const IkAngles& angles, const IkAngles& rest_angles,
              double pull) {
  const std::size_t n = angles.size();
  Curved result{std::vector<double>(n), std::vector<double>(n * n, 0.0)};
  for (std::size_t c = 0; c < n; ++c) {
    result.gradient[c] = pull * (angles[c] - rest_angles[c]);
    result.curvature[c * n + c] = pull;
  }
  for (const Pulled& handle : pulled_handles(objective, angles)) {
    for (const TipMotion& motion : handle.motions)
      for (int c = 0; c < 3; ++c)
        result.gradient[3 * motion.free + at(c)] += glm::dot(motion.columns[c], handle.miss);
    add_curvature(handle, result);
  }
  if (objective.gradient) {
    result.gradient = slope_of(objective, angles);
    for (std::size_t c = 0; c < n; ++c) result.gradient[c] += pull * (angles[c] - rest_angles[c]);
  }
  for (std::size_t c = 0; c < n; ++c) {
    if (!is_at_limit(objective, angles, c, result.gradient[c])) continue;
    result.gradient[c] = 0.0;
    for (std::size_t i = 0; i < n; ++i) result.curvature[std::max(i, c) * n + std::min(i, c)] = 0.0;
    result.curvature[c * n + c] = 1.0;
  }
  return result;
}

}  // namespace marrow
