// Keyboard focus in the window. Normally the picture has it, and letters are commands; F6 cycles
// through the places, F10 or a tap of Alt goes to the menus. A place with the focus uses arrows,
// Tab, Space and Enter like a form. ImGui's navigation is on only then and in menus and dialogs,
// so that it takes no key from the picture.
#pragma once

#include <SDL_keycode.h>
#include <imgui.h>

#include "editor/session.h"
#include "editor/shell_state.h"

namespace marrow::app {

/// True if the focused place uses the key: arrows, Tab, Space, Enter and similar ones.
bool belongs_to_focus(const FocusState& focus, SDL_Keycode key);

/// Call before new_frame(). Switches navigation on or off; off during a drag in the viewport, which
/// uses all keys. True if Enter presses buttons, as Space does; false in a dialog, which Enter
/// answers, in a drag and while text is typed.
bool prepare_navigation(const FocusState& focus, bool has_dialog, bool is_dragging);
/// Call after new_frame(). Gives ImGui's focus to the focused place, if drawn, else to the picture.
void begin_focus(Session& session, FocusState& focus);
/// Window flags of a place: no navigation unless it has the focus.
ImGuiWindowFlags navigation_of(const FocusState& focus, FocusPlace place);
/// Call after all panels. Draws the focus ring; a click or a closed menu focuses the picture. Asks
/// for another frame if a widget has become active or inactive in this one.
void finish_focus(Session& session, FocusState& focus);

}  // namespace marrow::app
