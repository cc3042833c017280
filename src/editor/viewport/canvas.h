// Mouse input of the viewport: one function turns presses into drags or clicks.
#pragma once

#include <array>

#include "editor/drag_state.h"
#include "editor/editor.h"
#include "editor/keymap/mouse_bindings.h"

namespace marrow {

/// The mouse over the picture in one frame, with at most one press or release.
struct CanvasEvents {
  Pointer pointer;
  Touch touch{};
  bool alt = false;
  bool is_over = false;       ///< over the picture, not over a panel on it
  bool double_click = false;  ///< the press of this frame is the second of a double click
  std::array<bool, 3> pressed{}, released{}, held{};
  glm::vec2 wheel{0.0f};  ///< notches, y away from the user
};

struct CanvasAnswer {
  bool wants_menu = false;  ///< after a click: the caller should open the menu at the pointer
};

/// Processes the input of one frame. The preset's table (keymap/mouse_bindings.h) defines whether a
/// drag edits, orbits, pans or dollies, and whether a click selects, explains or opens the menu. An
/// edit drags a handle or a rim, or begins a bone; elsewhere a drag draws a box. A click selects;
/// on a handle it selects what is below the handle. A double click selects the chain below. The
/// right button cancels an edit. The wheel zooms to the pointer, sideways it pans. One finger acts
/// as the left button, but orbits instead of drawing a box; two fingers pan and zoom.
CanvasAnswer handle_canvas(Editor& editor, const CanvasEvents& events);

}  // namespace marrow
