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

Attempt find_human(const FigureFrame& frame, const std::vector<Shell>& shells,
                   const Checkpoint& checkpoint);
Attempt find_quadruped(const FigureFrame& frame, const std::vector<Shell>& shells,
                       const Checkpoint& checkpoint);
/// Needs no frame. `joints`: see FigureWish.
Attempt find_chain(const std::vector<Shell>& shells, int joints, const Checkpoint& checkpoint);

/// The inside as seen from the figure, as many cells over its height as a finder wants, or fewer.
/// `box` becomes that of its triangles. None if it is longer or wider than the most, of its height.
std::optional<FigureCells> cells_in(const FigureFrame& frame, std::vector<Shell>& shells,
                                    double widest, double deepest, Bounds& box,
                                    const Checkpoint& checkpoint);
/// Left and right that are mirror images within `near` become exact ones.
void even_sides(FigureMarkers& markers, float near);
/// From figure space to the space of the shells.
void leave_figure_space(FigureMarkers& markers, const FigureFrame& frame);

}  // namespace marrow
