// The fingers of a hand, for figures with hands and for a hand alone.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "rig/figure/cells.h"
#include "rig/figure/markers.h"
#include "rig/figure/search.h"

namespace marrow {

/// A finger's joints from the palm outwards, and its tip.
using FingerPlaces = std::array<glm::vec3, kFingerMarkers>;

struct HandFingers {
  std::array<std::optional<FingerPlaces>, kFingers.size()> places{};  ///< of those that were found
  std::string doubt{};  ///< why they may be wrong; empty: no reason

  FingerChoice found() const;
};

/// Hand space: the wrist is the origin, y points along the hand, which is 1 long, and x to the side
/// where a thumb is expected. `wanted`: see FigureWish::fingers; more than 0.
HandFingers find_fingers(const std::vector<Shell>& hand, int wanted, const Checkpoint& checkpoint);

}  // namespace marrow
