// State of the window: open dialogs, the cost of a frame, the card of the first start, the place
// with the keyboard.
#pragma once

#include <array>

namespace marrow {

struct Session;

/// Cost of the last frame, milliseconds.
struct FrameCost {
  double bind = 0.0, kinematics = 0.0, skin = 0.0, upload = 0.0, draw = 0.0, total = 0.0;
  /// In the last frame with a new picture: the total without the items above and the GL of panels.
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
  bool is_shown = false;        ///< the card is shown
  bool shows_greeting = false;  ///< the sample's arm waves until the first input
  double wave_began = 0.0;      ///< seconds of the app's clock
};

/// The part of the window with the keyboard focus. Normally the picture, where letters are
/// commands.
enum class FocusPlace { picture, menu, tools, scene, right, shelf, status };

struct FocusState {
  FocusPlace place = FocusPlace::picture;
  /// Indexed by FocusPlace: whether the place fits into the window now; updated by app/ each frame.
  std::array<bool, 7> is_in_window = {true, true, true, true, true, true, true};
  bool is_new = false;         ///< not yet passed on to ImGui
  bool menu_was_open = false;  ///< while the keyboard focus was in the menu bar
};

inline constexpr std::array kFocusOrder = {
    FocusPlace::picture, FocusPlace::scene,  FocusPlace::right, FocusPlace::tools,
    FocusPlace::shelf,   FocusPlace::status, FocusPlace::menu};

/// Does nothing during a drag.
void set_focus(Session& session, FocusState& focus, FocusPlace place);
/// Moves the focus to the next (1) or previous (-1) place that is in the window.
void move_focus(Session& session, FocusState& focus, int steps);

}  // namespace marrow
