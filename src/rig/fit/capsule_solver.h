// Finds radii of capsules that minimize the error of rows of weights (weight_target.h), for one
// skeleton under one falloff and one metric.
//
// A radius decides which vertices a joint holds and, under a falloff that fades, how strongly. With
// all other radii fixed, joint j holding vertex i changes the row's error by some amount. Under
// inverse distance this amount does not depend on r_j, so the best r_j is where the sum of these
// amounts over the vertices within it is least; sorting finds it exactly. For (r_0, r_1) of a
// tapered capsule this holds along each line of the plane of both radii. Under a falloff that
// fades, lines are sampled, and all radii together follow damped Gauss-Newton steps.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "rig/fit/fit_rig.h"
#include "rig/fit/weight_target.h"

namespace marrow {

// ---- The two radii of a capsule as a point in a plane, and lines in that plane

/// Radii `from` + s * direction, for s such that both stay between 0 and `reach`.
struct RadiusLine {
  Radii from;
  float origin = 1.0f, tip = 1.0f;  ///< direction
  float reach = 0.0f;

  double low() const;
  double high() const;
  Radii at(double s) const;
  /// Where along the line the capsule's surface passes a vertex at this distance. Rising: the
  /// vertex is held from there on; otherwise up to there. nullopt: held, or not held, along the
  /// whole line.
  struct Passing {
    double at = 0.0;
    bool is_rising = true;
  };
  std::optional<Passing> passing(float distance, float place) const;
};

/// A change of the error at a place along a line.
struct RadiusEvent {
  double at = 0.0, change = 0.0;
};

/// The place where the sum of changes up to it is least: the middle of the gap between two events;
/// the first of equal ones. nullopt if no place beats s = 0 by more than `margin`. Sorts the
/// events. Between events closer than a millionth of the reach there is no gap.
std::optional<double> best_place(const RadiusLine& line, std::vector<RadiusEvent>& events,
                                 double margin);

// ---- The solver

struct NormalEquations;
struct RadiusUnknowns;

struct SolverInput {
  const FitPairs* pairs = nullptr;
  const WeightTarget* target = nullptr;
  Falloff falloff = Falloff::inverse;
  std::vector<float> reaches;   ///< one per joint: upper bound of its radii
  std::vector<char> is_locked;  ///< one per joint: its radii stay
};

class CapsuleSolver {
 public:
  explicit CapsuleSolver(SolverInput input);

  /// Mean squared error of a row.
  double error_of(const std::vector<Radii>& radii) const;
  /// Called after each round with the error; returns false to stop.
  using Round = std::function<bool(double error)>;
  /// Improves the radii until nothing changes, `most_rounds` are done, or `round` returns false
  /// (then returns false). `tapers`: radii at tips are free too; otherwise both radii stay equal.
  bool solve(bool tapers, int most_rounds, std::vector<Radii>& radii, const Round& round) const;

 private:
  static constexpr std::uint32_t kNoJoint = 0xffffffffu;
  struct Held {
    std::uint32_t joint = 0;
    double raw = 0.0;    ///< weight before normalizing
    double slope = 0.0;  ///< its derivative by the radius there
    float place = 0.0f;
  };
  struct Scratch {
    std::vector<Held> held;
    std::vector<std::uint32_t> joints;
    std::vector<double> weights, products;
  };

  void gather(std::uint32_t row, const std::vector<Radii>& radii, std::uint32_t without,
              bool with_slopes, Scratch& scratch) const;
  double row_error(std::uint32_t row, Scratch& scratch) const;
  static std::size_t insert(Scratch& scratch, const Held& one);
  double raw_weight(std::uint32_t entry, float radius) const;
  bool search_joint(std::uint32_t joint, bool tapers, int round, std::vector<Radii>& radii) const;
  bool search(std::uint32_t joint, float origin, float tip, std::vector<Radii>& radii) const;
  bool search_jumps(std::uint32_t joint, const RadiusLine& line, std::vector<Radii>& radii) const;
  bool search_samples(std::uint32_t joint, const RadiusLine& line, std::vector<Radii>& radii) const;
  std::vector<RadiusEvent> events_on(std::uint32_t joint, const RadiusLine& line,
                                     const std::vector<Radii>& radii) const;
  std::vector<double> errors_at(std::uint32_t joint, const RadiusLine& line,
                                const std::vector<double>& places,
                                const std::vector<Radii>& radii) const;

  // In capsule_steps.cpp.
  RadiusUnknowns unknowns_at(bool tapers, const std::vector<Radii>& radii) const;
  void add_row(std::uint32_t row, const std::vector<Radii>& radii, const RadiusUnknowns& unknowns,
               NormalEquations& normal, Scratch& scratch) const;
  NormalEquations normal_at(const std::vector<Radii>& radii, const RadiusUnknowns& unknowns) const;
  std::vector<Radii> stepped(const std::vector<double>& step, const RadiusUnknowns& unknowns,
                             const std::vector<Radii>& radii) const;
  bool step_together(bool tapers, double& damping, std::vector<Radii>& radii) const;

  SolverInput input_;
  bool jumps_ = true;
};

}  // namespace marrow
