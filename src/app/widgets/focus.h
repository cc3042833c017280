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

// With ImGui current.

/// Before new_frame(): switches navigation on or off; off during a drag in the viewport, which has
/// all keys. True if Enter presses buttons, as Space does; not in a dialog, where Enter gives the
/// answer.
bool prepare_navigation(const FocusState& focus, bool has_dialog, bool is_dragging);
/// After new_frame(): gives ImGui's focus to the place. A place without room is skipped.
void begin_focus(Session& session, FocusState& focus);
/// Window flags of a place: no navigation unless it has the focus.
ImGuiWindowFlags navigation_of(const FocusState& focus, FocusPlace place);
/// After all panels: the focus ring; a click or a menu command returns the focus to the picture.
void finish_focus(Session& session, FocusState& focus);

}  // namespace marrow::app
