// State of the window: open dialogs, the cost of a frame, the card of the first start.
#pragma once

namespace marrow {

/// Cost of the last frame, milliseconds.
struct FrameCost {
  double bind = 0.0, kinematics = 0.0, skin = 0.0, upload = 0.0, draw = 0.0, total = 0.0;
  /// Of the last frame with a new picture: the total without the items above and the GL of panels.
  double other = 0.0;
  double measures = 0.0;           ///< meters, islands, bleeding, fits
  double start_up = 0.0;           ///< from the start of run_app() to the first frame shown
  double frames_per_second = 0.0;  ///< over the last half second of drawing; 0 when at rest
};

struct ShellState {
  bool shows_help = false;
  bool shows_about = false;
  bool shows_cost = false;
  FrameCost cost;
};

/// The card and the wave of the first start.
struct WelcomeState {
  bool is_shown = false;    ///< the card is shown
  bool waves = false;       ///< the sample's arm waves until the first input
  double wave_began = 0.0;  ///< seconds of the app's clock
};

}  // namespace marrow
