// Controls the damped steps. Of all poses that reach the targets, the result turns joints least. A
// strong pull towards the start, which has one minimum, is loosened tenfold from round to round;
// each round starts where the last one ended. So the result depends smoothly on the targets, and
// nothing flips.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "rig/ik/limb.h"
#include "rig/ik/objective.h"

namespace marrow {
namespace {

constexpr double kFirstPull = 1e-1, kLastPull = 1e-9, kLoosening = 0.1;
constexpr int kStepsPerRound = 20, kStepsAtEnd = 60;
// Radians: a round, or the last round, ends when a step changes no angle by more.
constexpr double kRoundRests = 1e-4, kEndRests = 1e-9;
constexpr double kCoincident = 1e-9;  // share of the longest chain: a tip this near needs no step
constexpr double kFirstDamping = 1e-3, kLeastDamping = 1e-12, kMostDamping = 1e6;

struct Search {
  IkAngles angles;
  double damping = kFirstDamping;
  int steps = 0;
};

struct Round {
  double pull = kFirstPull;
  int most_steps = kStepsPerRound;
  double rests = kRoundRests;
};

IkAngles difference(const IkAngles& a, const IkAngles& b) {
  IkAngles result(a.size());
  for (std::size_t c = 0; c < a.size(); ++c) result[c] = a[c] - b[c];
  return result;
}

IkAngles sum(const IkAngles& a, const IkAngles& b) {
  IkAngles result(a.size());
  for (std::size_t c = 0; c < a.size(); ++c) result[c] = a[c] + b[c];
  return result;
}

double largest(const std::vector<double>& numbers) {
  double most = 0.0;
  for (const double number : numbers) most = std::max(most, std::abs(number));
  return most;
}

/// Steps until F stops decreasing. A failed step is repeated with more damping; a good step reduces
/// the damping. `linearize(angles)` returns a function from damping to step.
template <typename Linearize>
void minimize(const IkObjective& objective, const IkAngles& rest_angles, const Round& round,
              const Linearize& linearize, Search& search) {
  double cost = pulled_cost(objective, search.angles, rest_angles, round.pull);
  double growth = 2.0;
  const int end = search.steps + round.most_steps;
  while (search.steps < end && search.damping < kMostDamping) {
    const auto step_with = linearize(search.angles);
    bool is_better = false;
    while (!is_better && search.steps < end && search.damping < kMostDamping) {
      ++search.steps;
      const IkAngles step = step_with(search.damping);
      IkAngles next =
          step.empty() ? search.angles : within_limits(objective, sum(search.angles, step));
      const double next_cost = pulled_cost(objective, next, rest_angles, round.pull);
      const double turned = largest(difference(next, search.angles));
      is_better = next_cost < cost;
      search.damping =
          is_better ? std::max(search.damping / 4.0, kLeastDamping) : search.damping * growth;
      growth = is_better ? 2.0 : growth * 2.0;
      if (is_better) {
        search.angles = std::move(next);
        cost = next_cost;
      }
      if (!step.empty() && turned < round.rests) return;
    }
  }
}

void minimize_by_least_squares(const IkObjective& objective, const IkAngles& rest_angles,
                               const Round& round, Search& search) {
  const auto linearize = [&](const IkAngles& angles) {
    IkAngles away = difference(angles, rest_angles);
    Linearized nearby = linearized(objective, angles, round.pull, away);
    return [nearby = std::move(nearby), away = std::move(away), &round](double damping) {
      return damped_step(nearby, away, round.pull, damping);
    };
  };
  minimize(objective, rest_angles, round, linearize, search);
}

void minimize_by_curvature(const IkObjective& objective, const IkAngles& rest_angles,
                           const Round& round, Search& search) {
  const auto linearize = [&](const IkAngles& angles) {
    return [nearby = curved(objective, angles, rest_angles, round.pull)](double damping) {
      return newton_step(nearby, damping);
    };
  };
  search.damping = kFirstDamping;
  minimize(objective, rest_angles, round, linearize, search);
}

/// The largest distance between a tip and its target, as a share of the longest chain.
double largest_miss(const IkObjective& objective, const IkAngles& angles) {
  const std::vector<glm::dvec3> tips = ik_tips(objective.problem, pose_at(objective, angles));
  double miss = 0.0;
  for (std::size_t i = 0; i < tips.size(); ++i)
    miss = std::max(miss, glm::distance(tips[i], objective.problem.handles[i].target));
  return miss / objective.scale;
}

Search searched(const IkObjective& objective) {
  const IkAngles start = start_of(objective);
  const IkAngles rest_angles = natural_angles(objective);
  Search search{.angles = start};
  if (!std::isfinite(pulled_cost(objective, start, rest_angles, kFirstPull)) ||
      largest_miss(objective, start) <= kCoincident)
    return search;
  if (objective.gradient && largest(slope_of(objective, start)) == 0.0 &&
      largest(slope_of(objective, rest_angles)) == 0.0)
    return search;
  for (double pull = kFirstPull; pull > kLastPull; pull *= kLoosening)
    minimize_by_least_squares(objective, rest_angles, {.pull = pull}, search);
  const Round end{kLastPull, kStepsAtEnd, kEndRests};
  // Least squares lacks curvature: where a miss remains, it creeps towards the stretched pose.
  if (largest_miss(objective, search.angles) <= kIkTolerance)
    minimize_by_least_squares(objective, rest_angles, end, search);
  else
    minimize_by_curvature(objective, rest_angles, end, search);
  return search;
}

/// A smaller problem with only the joints at or above the handles; others have no effect.
struct Excerpt {
  Skeleton skeleton;
  std::vector<int> joints;  // their indices in the whole problem
  IkProblem problem;        // the owner sets its `skeleton`
};

Excerpt excerpt(const IkProblem& whole) {
  const std::vector<Joint>& joints = whole.skeleton->joints;
  std::vector<int> place(joints.size(), -1);
  for (const IkHandle& handle : whole.handles)
    for (int j = handle.joint; j >= 0 && place[at(j)] < 0; j = joints[at(j)].parent)
      place[at(j)] = 0;
  Excerpt part;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (place[j] < 0) continue;
    place[j] = int(part.joints.size());
    part.joints.push_back(int(j));
    part.skeleton.joints.push_back(joints[j]);
    if (joints[j].parent >= 0) part.skeleton.joints.back().parent = place[at(joints[j].parent)];
  }
  part.problem = {nullptr, whole.world_from_skeleton, whole.handles, {}, {}};
  for (IkHandle& handle : part.problem.handles) handle.joint = place[at(handle.joint)];
  for (const int j : whole.free)
    if (place[at(j)] >= 0) part.problem.free.push_back(place[at(j)]);
  for (IkElbow elbow : whole.elbows) {
    elbow.joint = place[at(elbow.joint)];
    if (elbow.joint >= 0) part.problem.elbows.push_back(elbow);
  }
  return part;
}

void note_errors(const IkProblem& problem, std::span<const glm::dmat4> user_locals,
                 const std::vector<double>& lengths, IkSolution& solution) {
  const std::vector<glm::dvec3> tips = ik_tips(problem, user_locals);
  solution.reached = true;
  for (std::size_t i = 0; i < tips.size(); ++i) {
    solution.errors.push_back(glm::distance(tips[i], problem.handles[i].target));
    solution.reached = solution.reached && solution.errors[i] <= kIkTolerance * lengths[i];
  }
}

bool is_met(const IkProblem& problem, const IkLimb& limb, std::span<const glm::dmat4> user_locals) {
  IkProblem own{problem.skeleton, problem.world_from_skeleton, {}, {limb.upper}, {}};
  for (const IkHandle* handle : {limb.tip, limb.base, limb.side})
    if (handle) own.handles.push_back(*handle);
  const std::vector<glm::dvec3> tips = ik_tips(own, user_locals);
  const double length = largest(ik_chain_lengths(own, user_locals));
  for (std::size_t i = 0; i < tips.size(); ++i)
    if (!(glm::distance(tips[i], own.handles[i].target) <= kCoincident * length)) return false;
  return true;
}

void set_limb(const IkLimb& limb, const IkLimbPose& pose, std::vector<glm::dmat4>& user_locals) {
  user_locals[at(limb.upper)] = pose.upper;
  user_locals[at(limb.elbow)] = pose.elbow;
  if (limb.hand >= 0) user_locals[at(limb.hand)] = pose.hand;
}

/// Poses the limbs in closed form. Returns the problem that remains: without handles if nothing is
/// left to reach, otherwise without the limbs above which no joint is free.
IkProblem pose_limbs(const IkProblem& problem, std::vector<glm::dmat4>& user_locals) {
  IkProblem rest = problem;
  const std::vector<IkLimb> limbs = ik_limbs(problem);
  const auto drop = [&](const IkLimb& limb, bool with_joints) {
    std::erase_if(rest.handles,
                  [&](const IkHandle& handle) { return handle.joint == limb.tip->joint; });
    if (with_joints)
      std::erase_if(rest.free, [&](int j) {
        return j == limb.upper || j == limb.elbow || (limb.hand >= 0 && j == limb.hand);
      });
  };
  IkProblem unreached = problem;
  for (const IkLimb& limb : limbs) {
    bool reaches = is_met(problem, limb, user_locals);
    if (!reaches) {
      const std::optional<IkLimbPose> pose = limb_pose(problem, limb, user_locals);
      if (!pose) continue;
      set_limb(limb, *pose, user_locals);
      reaches = pose->reaches;
    }
    if (limb.is_alone) drop(limb, true);
    if (reaches || limb.is_alone)
      std::erase_if(unreached.handles,
                    [&](const IkHandle& handle) { return handle.joint == limb.tip->joint; });
  }
  if (unreached.handles.empty()) rest.handles.clear();
  return rest;
}

/// After the joints above have turned, poses again the limbs that can meet their targets exactly.
void reach_with_limbs(const IkProblem& problem, std::vector<glm::dmat4>& user_locals) {
  for (const IkLimb& limb : ik_limbs(problem)) {
    if (!limb.base || is_met(problem, limb, user_locals)) continue;
    const std::optional<IkLimbPose> pose = limb_pose(problem, limb, user_locals);
    if (pose && pose->reaches) set_limb(limb, *pose, user_locals);
  }
}

IkHinge hinge_of(const IkProblem& problem, int joint, std::span<const glm::dmat4> user_locals) {
  const std::vector<Joint>& joints = problem.skeleton->joints;
  const Joint& itself = joints[at(joint)];
  for (const IkElbow& elbow : problem.elbows) {
    if (elbow.joint != joint || itself.limits) continue;
    const glm::dmat4 into = glm::inverse(glm::dmat4(itself.bind_local));
    const glm::dvec3 before = glm::dvec3(user_locals[at(joint)][3]) - glm::dvec3(into[3]);
    glm::dvec3 after(itself.extent);
    for (const IkHandle& handle : problem.handles)
      for (int j = handle.joint; j >= 0 && j != joint; j = joints[at(j)].parent)
        if (joints[at(j)].parent == joint)
          after = glm::dvec3(joints[at(j)].bind_local * glm::mat4(user_locals[at(j)])[3]);
    after = glm::dmat3(user_locals[at(joint)]) * after;
    const glm::dvec3 axis = elbow.is_certain ? elbow.axis : present_axis(elbow.axis, before, after);
    return ik_elbow(itself, axis, bend_about(axis, before, after));
  }
  return ik_hinge(itself);
}

/// Solves the rest by damped steps, once the limbs are posed.
int search_pose(const IkProblem& problem, Skeleton& skeleton, const IkGradient& gradient,
                std::vector<glm::dmat4>& user_locals) {
  for (std::size_t j = 0; j < user_locals.size(); ++j)
    skeleton.joints[j].user_local = glm::mat4(user_locals[j]);
  IkObjective objective{problem, 1.0, {}, user_locals, gradient};
  for (const int j : problem.free) objective.hinges.push_back(hinge_of(problem, j, user_locals));
  const double longest = largest(ik_chain_lengths(problem, user_locals));
  const bool can_move = longest > 0.0 && std::isfinite(longest);
  objective.scale = can_move ? longest : 1.0;
  const Search search = can_move ? searched(objective) : Search{.angles = start_of(objective)};
  user_locals = pose_at(objective, search.angles);
  return search.steps;
}

}  // namespace

IkSolution solve_ik(const IkProblem& problem, const IkGradient& gradient) {
  Excerpt part = excerpt(problem);
  part.problem.skeleton = &part.skeleton;
  const std::vector<glm::dmat4> start = user_locals_of(part.skeleton);
  const std::vector<double> lengths = ik_chain_lengths(part.problem, start);
  const bool has_limbs =
      !part.problem.elbows.empty() && is_right_gradient(gradient, part.problem, start);
  std::vector<glm::dmat4> user_locals = start;
  const IkProblem rest = has_limbs ? pose_limbs(part.problem, user_locals) : part.problem;

  IkSolution solution;
  if (!rest.handles.empty() || problem.handles.empty()) {
    solution.iterations = search_pose(rest, part.skeleton, gradient, user_locals);
    if (has_limbs) reach_with_limbs(part.problem, user_locals);
  }
  for (const Joint& joint : problem.skeleton->joints)
    solution.user_locals.push_back(joint.user_local);
  for (const int j : part.problem.free)
    if (user_locals[at(j)] != start[at(j)])
      solution.user_locals[at(part.joints[at(j)])] = glm::mat4(user_locals[at(j)]);
  note_errors(part.problem, user_locals, lengths, solution);
  return solution;
}

}  // namespace marrow
