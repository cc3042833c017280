// Draws meters over a motion as an image: one strip per joint, from the motion's beginning to its
// end.
#pragma once

#include <string>
#include <vector>

#include "rig/measure/motion_trial.h"
#include "view/gl/renderer.h"

namespace marrow::view {

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
