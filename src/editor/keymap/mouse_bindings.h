// Mouse bindings of each preset, and the keys during a drag: the tables that viewport, status bar
// and help read. No ImGui, no SDL.
#pragma once

#include <string>
#include <vector>

#include "editor/preferences_state.h"

namespace marrow {

enum MouseButton { kLeft = 0, kRight = 1, kMiddle = 2 };

/// Keys held while a button goes down.
struct HeldKeys {
  bool ctrl = false, shift = false, alt = false;
  bool operator==(const HeldKeys&) const = default;
};

/// The action when the pointer moves before the button is released.
enum class DragAction {
  none,
  /// Drags the handle, rim, joint or new bone under the pointer; elsewhere a selection box (Shift
  /// adds, Ctrl removes).
  edit,
  orbit,
  pan,
  dolly,  ///< dragging upwards goes nearer
};
/// The action when the button is released where it was pressed.
enum class ClickAction {
  none,
  select,   ///< Shift adds, Ctrl removes; another click there: the object behind
  explain,  ///< the vertex under the pointer
  menu,
};

struct MouseBinding {
  MouseButton button = kLeft;
  HeldKeys held;  ///< exactly these
  DragAction drag = DragAction::none;
  ClickAction click = ClickAction::none;
};

/// All bindings of a preset. In every preset the wheel zooms to the pointer and pans sideways.
const std::vector<MouseBinding>& mouse_table(KeymapPreset preset);
/// The binding of a press. A combination that is not listed has the actions of the button alone.
MouseBinding mouse_binding(KeymapPreset preset, MouseButton button, const HeldKeys& held);

/// "Alt+Shift+left".
std::string mouse_text(const MouseBinding& binding);
std::string mouse_text(MouseButton button, const HeldKeys& held);

/// A key that works during a drag; the same in every preset.
struct ModalKey {
  const char* keys;         ///< "X Y Z"
  const char* words;        ///< for the help
  const char* short_words;  ///< for the status bar; empty: not shown there
};
const std::vector<ModalKey>& modal_keys();

}  // namespace marrow
