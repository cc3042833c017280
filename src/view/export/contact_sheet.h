// A contact sheet: an image of labeled tiles; and the meters over a motion as strips.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rig/measure/measure.h"
#include "rig/measure/motion_trial.h"
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

/// A row of the image.
struct MotionStrip {
  struct Cell {
    Band band = Band::unknown;
    float badness = 0.0f;  ///< see badness_of(); 1 is drawn at two thirds of the height
  };
  std::string name;         ///< "forearm.L"
  std::vector<Cell> cells;  ///< evenly spaced in time
  std::string words;        ///< describes the worst time: "thickness 0.42 at 0:01.20"
  float worst = 0.0f;       ///< position of the worst time, 0 to 1
  Band band = Band::unknown;
};

/// Makes one joint's strip. Precondition: the joint has a meter in some sample.
MotionStrip strip_of(const std::string& name, const std::vector<MotionSample>& samples,
                     const WorstOfMotion& worst);

/// Draws the strips below a heading and a note (may be empty), and above a time axis from 0 to
/// `seconds`. Without the fonts text is left out.
Image compose_strips(const std::string& heading, const std::string& note,
                     const std::vector<MotionStrip>& strips, float seconds, float ui_scale);

}  // namespace marrow::view
