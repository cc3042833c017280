// What the mouse does over the picture, as plain data and one function: which press becomes which drag, which release is a click. No ImGui.
#pragma once

#include <array>

#include "app/editor.h"

namespace marrow::app {

enum MouseButton { kLeft = 0, kRight = 1, kMiddle = 2 };

/// The mouse over the picture in one frame. At most one press or release of a button happens in a frame.
struct CanvasEvents {
  Pointer pointer;
  bool alt = false;
  bool is_over = false;  ///< over the picture and over nothing that lies on it
  std::array<bool, 3> pressed{}, released{}, held{};
  glm::vec2 wheel{0.0f};  ///< notches, y away from the user
};

/// Asks the caller for a menu at the pointer (a right click that was no drag).
struct CanvasAnswer {
  bool wants_menu = false;
};

/// Left: handle, rim, new bone, click, box. Alt+left, middle: orbit, with Shift pan. Right: pan, a click the menu, during an edit restore.
/// Wheel: towards the pointer; sideways: pan.
CanvasAnswer handle_canvas(Editor& editor, const CanvasEvents& events);

}  // namespace marrow::app
