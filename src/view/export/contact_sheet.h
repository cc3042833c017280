// A contact sheet: an image of labelled tiles.
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
  std::vector<std::pair<std::string, Band>>
      lines;  ///< "section 0.42": a name, and from the first word that looks like a number on a
              ///< value, which stands at the right in the colour of its band
};

/// Tiles in rows of `columns`, under a heading and a note (may be empty); sizes grow with
/// `ui_scale`, images are not scaled. Long words end in an ellipsis. Without the fonts
/// (deps/packages.txt) words are left out. No tiles: the heading alone.
Image compose_sheet(const std::string& heading, const std::string& note,
                    const std::vector<SheetTile>& tiles, int columns, float ui_scale);

/// Colours that also differ in lightness: good teal, fair amber, poor red-violet, unknown grey.
Color band_color(Band band);

}  // namespace marrow::view
