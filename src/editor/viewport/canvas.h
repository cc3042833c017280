// Mouse input of the viewport as plain data and one function: presses become drags or clicks. No
// ImGui.
#pragma once

#include <array>

#include "editor/drag_state.h"
#include "editor/keymap/mouse_bindings.h"
#include "editor/session.h"

namespace marrow {

struct Editor;

/// The mouse over the picture in one frame, with at most one press or release.
struct CanvasEvents {
  Pointer pointer;
  Touch touch{};
  bool alt = false;
  bool is_over = false;       ///< over the picture and over nothing that lies on it
  bool double_click = false;  ///< the press of this frame is the second one of two at one place
  std::array<bool, 3> pressed{}, released{}, held{};
  glm::vec2 wheel{0.0f};  ///< notches, y away from the user
};

/// Asks the caller for a menu at the pointer (a right click that was no drag).
struct CanvasAnswer {
  bool wants_menu = false;
};

/// The preset's table (keymap/mouse_bindings.h) maps presses: edit, orbit, pan or dolly; clicks
/// select, explain or open the menu. An edit drags a handle or a rim, or begins a bone; elsewhere a
/// click selects and a drag is a box. A double click selects the chain below. The right button
/// cancels an edit. Wheel: zoom to the pointer; sideways: pan. A finger does what the left button
/// does, but orbits where that draws a box; two fingers pan and zoom.
CanvasAnswer handle_canvas(Editor& editor, const CanvasEvents& events);

}  // namespace marrow
