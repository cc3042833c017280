// The two radii of a capsule as a point in a plane, and the best place along a line in that plane.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "scene/skeleton.h"

namespace marrow {

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

}  // namespace marrow
