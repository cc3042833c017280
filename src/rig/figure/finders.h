// One finder per template. Each reports what it found instead. All but those of a chain and of a
// hand, which may lie in any way, return markers in figure space.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "rig/figure/cells.h"
#include "rig/figure/markers.h"
#include "scene/mesh.h"

namespace marrow {

/// The result of a search in one frame.
struct Attempt {
  std::optional<FigureMarkers> markers{};
  std::string refusal{};
  int steps = 0;  ///< how far it came
};

/// A mesh in the space of a frame, and the frame.
struct FigureInside {
  FigureFrame frame;
  std::vector<Shell> shells;
  Bounds box;  ///< of the triangles
  FigureCells cells;
};

using FigureFinder = Attempt(const FigureInside& inside, const FigureWish& wish,
                             const Checkpoint& checkpoint);
FigureFinder find_human, find_quadruped, find_chain, find_bird, find_hand;

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

/// The shells in the space of a frame.
std::vector<Shell> seen_from(const FigureFrame& frame, std::vector<Shell> shells);

/// Left and right of the markers from `first` on that are mirror images within `near` become exact
/// ones.
void even_sides(FigureMarkers& markers, float near, std::size_t first = 0);
/// From figure space to the space of the shells.
void leave_figure_space(FigureMarkers& markers, const FigureFrame& frame);

}  // namespace marrow
