// One finder per template; if it fails, it reports what it found instead. All return markers in
// figure space, except those for chains and hands, which may lie in any direction.
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
  int steps = 0;  ///< how far the search came
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
  std::array<std::optional<FingerPlaces>, kFingers.size()> places{};  ///< nullopt: not found
  std::string doubt{};  ///< why the places may be wrong; empty: no reason

  FingerChoice found() const;
};

/// Hand space: the wrist is the origin, y points along the hand, which is 1 long, and x to the side
/// where a thumb is expected. `wanted`: see FigureWish::fingers; more than 0.
HandFingers find_fingers(const std::vector<Shell>& hand, int wanted, const Checkpoint& checkpoint);

/// The shells in the space of a frame.
std::vector<Shell> seen_from(const FigureFrame& frame, std::vector<Shell> shells);

/// If all left and right markers from `first` on are mirror images to within `near`, makes them
/// exact ones.
void even_sides(FigureMarkers& markers, float near, std::size_t first = 0);
/// Converts markers from figure space to the space of the shells.
void leave_figure_space(FigureMarkers& markers, const FigureFrame& frame);

}  // namespace marrow
