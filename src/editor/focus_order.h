// Keyboard focus of the window's places, and the order of F6.
#pragma once

#include <array>

#include "editor/focus_state.h"
#include "editor/session.h"

namespace marrow {

inline constexpr std::array kFocusOrder = {
    FocusPlace::picture, FocusPlace::scene,  FocusPlace::right, FocusPlace::tools,
    FocusPlace::shelf,   FocusPlace::status, FocusPlace::menu};

/// Refused mid-gesture.
void set_focus(Session& session, FocusState& focus, FocusPlace place);
/// To the next (1) or previous (-1) place that is in the window (HelpState::is_in_window).
void move_focus(Session& session, FocusState& focus, int steps);

}  // namespace marrow
