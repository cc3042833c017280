// What the mouse does over the picture, as plain data and one function: which press becomes which
// drag, which release is a click. No ImGui.
#pragma once

#include <array>

#include "editor/session.h"
#include "editor/viewport/drag_state.h"
#include "editor/viewport/mouse_button.h"

namespace marrow {

struct Editor;

/// The mouse over the picture in one frame. At most one press or release of a button happens in a
/// frame.
struct CanvasEvents {
  Pointer pointer;
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

/// What a press means says the table of the present preset (keymap_mouse.h): edit, orbit, pan or
/// dolly; a click selects, explains or asks for the menu. An edit takes hold of a handle, a rim, or
/// begins a bone; elsewhere a click selects and a drag is a box. A double click takes the whole
/// chain below. While an edit is under way the right button restores. Wheel: towards the pointer;
/// sideways: pan.
CanvasAnswer handle_canvas(Editor& editor, const CanvasEvents& events);

}  // namespace marrow
