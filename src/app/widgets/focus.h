// The keyboard's way through the window: which place has it. At rest it is the picture, whose
// letters are commands; F6 goes round the places, F10 or a tap of Alt to the menus, and in a place
// that has the keyboard the arrows, Tab, Space and Enter work as in any form. ImGui's own
// navigation is on only then and in menus and dialogues, so that it never takes a key from the
// picture.
#pragma once

#include <SDL_keycode.h>
#include <imgui.h>

#include "editor/focus.h"
#include "editor/focus_state.h"
#include "editor/session.h"

namespace marrow::app {

/// True for a key that belongs to the place that has the keyboard: arrows, Tab, Space, Enter and
/// the like.
bool belongs_to_focus(const FocusState& focus, SDL_Keycode key);

// With ImGui current.

/// Before ImGui::NewFrame(): navigation on or off; in a place Enter presses buttons too, not Space
/// alone.
void prepare_navigation(const FocusState& focus, bool has_dialog);
/// After it: ImGui hears which place has the keyboard. A place that has no room now is passed over.
void begin_focus(Session& session, FocusState& focus);
/// What a place's window adds to its flags: no navigation unless it has the keyboard.
ImGuiWindowFlags navigation_of(const FocusState& focus, FocusPlace place);
/// After all panels: the ring around what the keyboard is on; a click or a command from a menu
/// gives the keyboard back to the picture.
void finish_focus(Session& session, FocusState& focus);

}  // namespace marrow::app
