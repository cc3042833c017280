// Keyboard focus: the places of the window, and the order in which F6 visits them.
#pragma once

#include <array>

#include "editor/session.h"

namespace marrow {

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
