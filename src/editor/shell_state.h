// State of the shell: open windows, cost of a frame. No ImGui, no SDL.
#pragma once

namespace marrow {

/// Of the last frame, in milliseconds.
struct FrameCost {
  double bind = 0.0, kinematics = 0.0, skin = 0.0, upload = 0.0, draw = 0.0, total = 0.0;
  double other =
      0.0;  ///< of the last frame with a new picture: all but these and the GL of its panels
  double measures = 0.0;  ///< all questions of the frame: meters, islands, bleeding, fits
  double start_up = 0.0;  ///< from the start of run_app() to the first frame shown
  double frames_per_second =
      0.0;  ///< over the last half second of continuous drawing; 0 when at rest
};

struct ShellState {
  bool shows_help = false;
  bool shows_about = false;
  bool shows_cost = false;
  FrameCost cost;
};

}  // namespace marrow
