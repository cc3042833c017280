// Finds the places of a figure's joints in a surface without bones, by its shape alone: nothing is
// learned, and the result does not change with the number of threads.
#pragma once

#include <optional>

#include "base/progress.h"
#include "rig/body/solid.h"
#include "rig/figure/markers.h"

namespace marrow {

struct FigureSearch {
  std::optional<FigureMarkers> markers{};
  std::string refusal{};  ///< one sentence that states what was found instead; empty: success
  std::optional<FigureMarkers> instead{};  ///< markers of another template that fits; else none
};

/// Markers of a figure that stands along y or, if none does, along z, at any scale and turned in
/// any way about that axis; a chain or a hand may lie in any direction. Positions are in the space
/// of the shells. Throws Stopped if `progress` stops it.
FigureSearch find_markers(const std::vector<Shell>& shells, const FigureWish& wish = {},
                          const ProgressCallback& progress = {});

}  // namespace marrow
