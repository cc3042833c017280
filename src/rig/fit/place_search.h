// Places of joints and radii together, so that rows of weights are as little wrong as possible
// (capsule_solver.h has the radii alone).
//
// How much a weight changes with the place of a bone's end is known, so all places (and, under a
// falloff that fades, all radii) follow damped Gauss-Newton steps. Who holds a vertex jumps: each
// point is also tried to all sides, with the radii beside it found again. A point that moves has to
// be worth it: the cost is the error and, for the way (spent()), a share of it.
#pragma once

#include <functional>
#include <vector>

#include "rig/fit/capsule_solver.h"
#include "rig/fit/moving_pairs.h"
#include "rig/fit/place_points.h"

namespace marrow {

struct PlaceSearchInput {
  const FitRig* rig = nullptr;
  const FitTarget* target = nullptr;
  std::vector<PlacePoint> points{};
  Falloff falloff = Falloff::inverse;
  Metric metric = Metric::straight;
  std::vector<float> reaches{};  ///< one per joint: no radius is larger
  bool tapers = false;
};

class PlaceSearch {
 public:
  /// Begins where the joints are, with these radii. Must not outlive what the input points at.
  PlaceSearch(PlaceSearchInput input, std::vector<Radii> radii);
  PlaceSearch(const PlaceSearch&) = delete;
  PlaceSearch& operator=(const PlaceSearch&) = delete;

  /// Told the share that is done and the mean squared error of a row; false: stop.
  using Told = std::function<bool(double share, double error)>;
  /// False when it was stopped.
  bool run(const Told& told);

  const PlaceShifts& shifts() const { return best_.shifts; }
  const std::vector<Radii>& radii() const { return best_.radii; }

 private:
  struct State {
    PlaceShifts shifts;
    std::vector<Radii> radii;
    double error = 0.0, cost = 0.0;
  };
  std::vector<float> reaches_with_room() const;
  CapsuleSolver solver() const;
  StepUnknowns unknowns() const;
  void go_to(const PlaceShifts& shifts);
  void judge(State& state) const;
  bool take_if_better(State&& state, double gain);
  NormalEquations normal_at_best(const StepUnknowns& unknowns) const;
  bool step_all(double& damping);
  bool try_point(std::size_t point, const glm::vec3& by, int round);
  bool try_around(std::size_t point, int round);
  void put_back();

  PlaceSearchInput input_;
  MovingPairs moving_;
  CapsuleSolver solver_;
  bool jumps_ = false;
  double way_cost_ = 0.0;  ///< of spent()
  State best_;
  std::vector<float> steps_;  ///< one per point
};

}  // namespace marrow
