#include "rig/fit/place_search.h"

#include <algorithm>
#include <cmath>

namespace marrow {

namespace {

constexpr std::size_t kMostSearchPairs = 1'000'000;
constexpr double kWayCost = 0.2;       // of the error, when all points went all their way
constexpr double kNoGain = 1e-6;       // of the cost
constexpr double kLeastGain = 1e-3;    // of the error, for a point that moved
constexpr double kDone = 1e-3;         // of the cost, in a whole round
constexpr double kExactError = 1e-14;  // a mean squared error that is none
constexpr float kFirstTry = 0.3f, kLeastTry = 0.02f;  // of a point's way
constexpr int kSearchRounds = 12, kStepsAtOnce = 8;

}  // namespace

PlaceSearch::PlaceSearch(PlaceSearchInput input, std::vector<Radii> radii)
    : input_(std::move(input)),
      moving_(*input_.rig, input_.metric, reaches_with_room(), kMostSearchPairs),
      solver_(solver()),
      jumps_(choice_row(input_.falloff).at_surface == AtSurface::jumps) {
  best_.shifts.assign(input_.points.size(), glm::vec3(0.0f));
  best_.radii = std::move(radii);
  best_.error = best_.cost = solver_.error_of(best_.radii);
  for (const PlacePoint& point : input_.points) steps_.push_back(kFirstTry * point.most);
}

std::vector<float> PlaceSearch::reaches_with_room() const {
  std::vector<float> reaches = input_.reaches, room(reaches.size(), 0.0f);
  for (const PlacePoint& point : input_.points) {
    for (const int j : point.joints)
      room[std::size_t(j)] = std::max(room[std::size_t(j)], point.most);
    for (const int j : point.ends)
      room[std::size_t(j)] = std::max(room[std::size_t(j)], point.most);
  }
  for (std::size_t j = 0; j < reaches.size(); ++j)
    if (reaches[j] > 0.0f) reaches[j] += room[j];
  return reaches;
}

CapsuleSolver PlaceSearch::solver() const {
  SolverInput input{&moving_.pairs(), input_.target, input_.falloff, input_.reaches, {}};
  for (const Joint& joint : input_.rig->skeleton->joints) input.is_locked.push_back(joint.locked);
  return CapsuleSolver(std::move(input));
}

void PlaceSearch::go_to(const PlaceShifts& shifts) {
  moving_.move(bones_at(input_.points, shifts, input_.rig->bones));
}

/// Where go_to() went.
void PlaceSearch::judge(State& state) const {
  state.error = solver_.error_of(state.radii);
  state.cost = state.error + way_cost_ * spent(input_.points, state.shifts);
}

bool PlaceSearch::take_if_better(State&& state, double gain) {
  judge(state);
  if (state.cost < best_.cost * (1.0 - gain)) {
    best_ = std::move(state);
    return true;
  }
  go_to(best_.shifts);
  return false;
}

StepUnknowns PlaceSearch::unknowns() const {
  StepUnknowns unknowns = solver_.radii_unknowns(input_.tapers, best_.radii);
  unknowns.bones = &moving_.bones();
  unknowns.positions = &input_.rig->positions;
  unknowns.origin.assign(best_.radii.size(), -1);
  unknowns.end.assign(best_.radii.size(), -1);
  for (const PlacePoint& point : input_.points) {
    for (const int j : point.joints) unknowns.origin[std::size_t(j)] = int(unknowns.count);
    for (const int j : point.ends) unknowns.end[std::size_t(j)] = int(unknowns.count);
    unknowns.count += 3;
  }
  return unknowns;
}

/// Places are the last unknowns; their way has its cost.
NormalEquations PlaceSearch::normal_at_best(const StepUnknowns& unknowns) const {
  NormalEquations normal = solver_.normal_at(best_.radii, unknowns);
  const std::size_t count = input_.points.size();
  const double rows = double(moving_.pairs().vertices.size());
  for (std::size_t p = 0; p < count; ++p) {
    const double most = double(input_.points[p].most),
                 weight = rows * way_cost_ / (double(count) * most * most);
    for (int axis = 0; axis < 3; ++axis) {
      const std::size_t at = unknowns.count - 3 * (count - p) + std::size_t(axis);
      normal.add(at, at, weight);
      normal.gradient[at] += weight * double(best_.shifts[p][axis]);
    }
  }
  return normal;
}

bool PlaceSearch::step_all(double& damping) {
  constexpr int kTries = 6;
  const StepUnknowns unknowns = this->unknowns();
  if (unknowns.count > CapsuleSolver::kMostUnknowns) return false;
  const NormalEquations normal = normal_at_best(unknowns);
  const std::size_t first = unknowns.count - 3 * input_.points.size();
  for (int round = 0; round < kTries; ++round) {
    if (const auto step = normal.step(damping)) {
      State tried = best_;
      for (std::size_t p = 0; p < input_.points.size(); ++p) {
        const double* its = &(*step)[first + 3 * p];
        tried.shifts[p] = within(input_.points[p],
                                 tried.shifts[p] + glm::vec3(glm::dvec3(its[0], its[1], its[2])));
      }
      tried.radii = solver_.stepped(*step, unknowns, best_.radii);
      go_to(tried.shifts);
      for (std::uint32_t j = 0; jumps_ && j < tried.radii.size(); ++j)
        solver_.search_joint(j, input_.tapers, round, tried.radii);
      if (take_if_better(std::move(tried), kNoGain)) {
        damping = std::max(damping * 0.2, 1e-9);
        return true;
      }
    }
    damping = std::min(damping * 8.0, 1e6);
  }
  return false;
}

bool PlaceSearch::try_point(std::size_t point, const glm::vec3& by, int round) {
  State tried = best_;
  tried.shifts[point] = within(input_.points[point], tried.shifts[point] + by);
  go_to(tried.shifts);
  for (const int j : input_.points[point].joints)
    solver_.search_joint(std::uint32_t(j), input_.tapers, round, tried.radii);
  for (const int j : input_.points[point].ends)
    solver_.search_joint(std::uint32_t(j), input_.tapers, round, tried.radii);
  return take_if_better(std::move(tried), kNoGain);
}

/// Along the bone that begins there, and across.
bool PlaceSearch::try_around(std::size_t point, int round) {
  const Bone& bone = input_.rig->bones[std::size_t(input_.points[point].bone())];
  bool any = false;
  for (const glm::vec3& way : ways_of(bone))
    any |= try_point(point, steps_[point] * way, round) ||
           try_point(point, -steps_[point] * way, round);
  return any;
}

/// What moved for nothing goes back.
void PlaceSearch::put_back() {
  for (std::size_t p = 0; p < input_.points.size(); ++p) {
    if (best_.shifts[p] == glm::vec3(0.0f)) continue;
    State tried = best_;
    tried.shifts[p] = glm::vec3(0.0f);
    go_to(tried.shifts);
    judge(tried);
    if (tried.cost < best_.cost + kLeastGain * best_.error) best_ = std::move(tried);
  }
  go_to(best_.shifts);
}

bool PlaceSearch::run(const Told& told) {
  double damping = 1e-2;
  for (int round = 0; round < kSearchRounds && best_.error > kExactError; ++round) {
    way_cost_ = kWayCost * best_.error;
    judge(best_);
    const double before = best_.cost;
    const auto tell = [&](double part) {
      return told((double(round) + part) / kSearchRounds, best_.error);
    };
    for (int step = 0; step < kStepsAtOnce && step_all(damping); ++step)
      if (!tell(0.0)) return false;
    damping = std::min(damping, 1.0);
    for (std::size_t p = 0; p < input_.points.size(); ++p) {
      if (!tell(double(p) / double(input_.points.size()))) return false;
      if (steps_[p] >= kLeastTry * input_.points[p].most && !try_around(p, round))
        steps_[p] *= 0.5f;
    }
    State again = best_;
    if (!solver_.solve(input_.tapers, 2, again.radii, [&](double) { return tell(1.0); }))
      return false;
    static_cast<void>(take_if_better(std::move(again), kNoGain));
    if (best_.cost > before * (1.0 - kDone)) break;
  }
  put_back();
  return true;
}

}  // namespace marrow
