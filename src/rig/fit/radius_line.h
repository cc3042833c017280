// The two radii of a capsule as a point of a plane, and the best place along a line there.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "scene/skeleton.h"

namespace marrow {

/// All radii + s * direction, as far as they stay within 0 and a reach.
struct RadiusLine {
  Radii from;
  float origin = 1.0f, tip = 1.0f;  ///< direction
  float reach = 0.0f;

  double low() const;
  double high() const;
  Radii at(double s) const;
  /// Where along the line the surface passes a vertex at this distance; rising: there it begins to
  /// be held, else it ceases to be. None: it is held, or not, all along.
  struct Passing {
    double at = 0.0;
    bool is_rising = true;
  };
  std::optional<Passing> passing(float distance, float place) const;
};

/// What changes at a place along a line.
struct RadiusEvent {
  double at = 0.0, change = 0.0;
};

/// The middle of the gap between two events up to which the sum of changes is least; of equal ones
/// the first. None where nothing is less by more than `margin` than where s = 0. Sorts the events.
/// Events nearer to each other than a millionth of the reach have no gap.
std::optional<double> best_place(const RadiusLine& line, std::vector<RadiusEvent>& events,
                                 double margin);

}  // namespace marrow
