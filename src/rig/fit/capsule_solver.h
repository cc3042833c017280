// Finds radii of capsules that minimize the error of rows of weights (weight_target.h), for one
// skeleton under one falloff and one metric.
//
// A radius decides which vertices a joint holds and, under a falloff that fades, how strongly. With
// all other radii fixed, the error of vertex i's row changes when joint j begins to hold it. Under
// inverse distance this change does not depend on r_j itself, so the best r_j has the least sum of
// changes over the vertices within it; sorting finds it exactly. For a tapered capsule this holds
// along each line in the plane of its radii (r_0, r_1). Under a falloff that fades, lines are
// sampled, and damped Gauss-Newton steps change all radii together.
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
  /// Where on the line the capsule's surface passes a vertex at this distance, nearest to the
  /// bone's point t = `place`. Rising: the vertex is held from there on; else up to there. nullopt:
  /// nowhere.
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

/// The place s up to which the sum of changes is least: the middle of a gap between two events, of
/// the first one if several are equal. Events closer than a millionth of the reach leave no gap.
/// nullopt if no place beats s = 0 by more than `margin`. Sorts the events.
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
  std::vector<char> is_locked;  ///< one per joint: its radii must not change
};

class CapsuleSolver {
 public:
  explicit CapsuleSolver(SolverInput input);

  /// The mean error of the rows (WeightTarget::error()).
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
    double slope = 0.0;  ///< derivative of `raw` by the radius at `place`
    float place = 0.0f;  ///< t on the bone
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
