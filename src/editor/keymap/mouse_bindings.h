// Mouse bindings of each preset, and the keys of a drag under way. Viewport, status bar and help
// all read these tables. No ImGui, no SDL.
#pragma once

#include <string>
#include <vector>

#include "editor/keymap/mouse_button.h"
#include "editor/preferences_state.h"

namespace marrow {

/// Keys held while a button goes down.
struct HeldKeys {
  bool ctrl = false, shift = false, alt = false;
  bool operator==(const HeldKeys&) const = default;
};

/// The action when the pointer moves before the button is released.
enum class DragAction {
  none,
  edit,  ///< the handle, rim, joint or new bone under the pointer; on nothing of that kind a
         ///< selection box (Shift adds, Ctrl takes away)
  orbit,
  pan,
  dolly,  ///< up: nearer
};
/// The action when the button is released where it was pressed.
enum class ClickAction {
  none,
  select,   ///< Shift adds, Ctrl takes away; again at the same place: what lies behind
  explain,  ///< the vertex under the pointer
  menu,
};

struct MouseBinding {
  MouseButton button = kLeft;
  HeldKeys held;  ///< exactly these
  DragAction drag = DragAction::none;
  ClickAction click = ClickAction::none;
};

/// All that a preset binds. The wheel is the same in all: towards the pointer, sideways pan.
const std::vector<MouseBinding>& mouse_table(KeymapPreset preset);
/// The meaning of a press. Unnamed combinations mean what the button alone means; none where it
/// means nothing.
MouseBinding mouse_binding(KeymapPreset preset, MouseButton button, const HeldKeys& held);

/// "Alt+Shift+left".
std::string mouse_text(const MouseBinding& binding);
std::string mouse_text(MouseButton button, const HeldKeys& held);

/// A key of a drag under way, and what it does then. The same in every preset.
struct ModalKey {
  const char* keys;         ///< "X Y Z"
  const char* words;        ///< for the help
  const char* short_words;  ///< for the status bar; empty: not said there
};
const std::vector<ModalKey>& modal_keys();

}  // namespace marrow
