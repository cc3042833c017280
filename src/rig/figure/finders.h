// One finder per template. Each works in figure space and reports what it found instead.
#pragma once

#include <optional>
#include <string>

#include "rig/figure/cells.h"
#include "rig/figure/markers.h"
#include "scene/mesh.h"

namespace marrow {

/// What one frame led to.
struct Attempt {
  std::optional<FigureMarkers> markers;
  std::string refusal;
  int steps = 0;  ///< how far it came
};

/// `fingers`: see FigureWish.
Attempt find_human(const FigureFrame& frame, const std::vector<Shell>& shells, int fingers,
                   const Checkpoint& checkpoint);
Attempt find_quadruped(const FigureFrame& frame, const std::vector<Shell>& shells,
                       const Checkpoint& checkpoint);
/// Needs no frame. `joints`: see FigureWish.
Attempt find_chain(const std::vector<Shell>& shells, int joints, const Checkpoint& checkpoint);
Attempt find_bird(const FigureFrame& frame, const std::vector<Shell>& shells,
                  const Checkpoint& checkpoint);
/// Needs no frame. `fingers`: see FigureWish.
Attempt find_hand(const std::vector<Shell>& shells, int fingers, const Checkpoint& checkpoint);

/// Along the world's axes; the longest side of the shells along one of them is 1.
FigureFrame box_frame(const std::vector<Shell>& shells);
/// The shells in figure space.
std::vector<Shell> seen_from(const FigureFrame& frame, std::vector<Shell> shells);

/// A mesh as seen from the figure, figure space: 120 cells over its height, or fewer.
struct FigureInside {
  std::vector<Shell> shells;
  Bounds box;  ///< of the triangles
  FigureCells cells;
};
/// None if it is wider or deeper than the most, of its height.
std::optional<FigureInside> inside_of(const FigureFrame& frame, std::vector<Shell> shells,
                                      double widest, double deepest, const Checkpoint& checkpoint);
/// Left and right of the markers from `first` on that are mirror images within `near` become exact
/// ones.
void even_sides(FigureMarkers& markers, float near, std::size_t first = 0);
/// From figure space to the space of the shells.
void leave_figure_space(FigureMarkers& markers, const FigureFrame& frame);

}  // namespace marrow
