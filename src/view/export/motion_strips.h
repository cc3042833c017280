// Meters over a motion as an image: a strip per joint, from its beginning to its end.
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
    float badness = 0.0f;  ///< see badness_of(): 1 is drawn two thirds high
  };
  std::string name;         ///< "forearm.L"
  std::vector<Cell> cells;  ///< evenly from the beginning to the end
  std::string words;        ///< of the worst time: "section 0.42 at 0:01.20"
  float worst = 0.0f;       ///< where that is, 0 to 1
  Band band = Band::unknown;
};

/// One joint's strip. Precondition: it has a meter in some sample.
MotionStrip strip_of(const std::string& name, const std::vector<MotionSample>& samples,
                     const WorstOfMotion& worst);

/// The strips under a heading and a note (may be empty), above a line of times from 0 to
/// `seconds`. Without the fonts words are left out.
Image compose_strips(const std::string& heading, const std::string& note,
                     const std::vector<MotionStrip>& strips, float seconds, float ui_scale);

}  // namespace marrow::view
