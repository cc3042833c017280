// A contact sheet: an image of labeled tiles.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rig/measure/measure.h"
#include "view/gl/renderer.h"

namespace marrow::view {

struct SheetTile {
  Image image;        ///< all tiles of a sheet have the same size
  std::string title;  ///< "forearm.L  flex +90"
  /// "weight jump 0.40": a name and a value, which begins at the first word that looks like a
  /// number. The value is right-aligned, in the color of its band.
  std::vector<std::pair<std::string, Band>> lines;
};

/// Draws tiles in rows of `columns`, under a heading and a note (may be empty). Text and margins
/// scale with `ui_scale`, images do not. Text that does not fit ends in an ellipsis. Without the
/// fonts (deps/packages.txt) text is left out. Without tiles: only the heading.
Image compose_sheet(const std::string& heading, const std::string& note,
                    const std::vector<SheetTile>& tiles, int columns, float ui_scale);

/// The colors of the bands also differ in lightness: good teal, fair amber, poor red-violet,
/// unknown gray.
Color band_color(Band band);

}  // namespace marrow::view
