// The mouse over the picture of an editor without a window: each call is one frame.
#pragma once

#include "editor/keymap/mouse_bindings.h"
#include "editor/pose/transport.h"
#include "editor/viewport/canvas.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/gizmo_target.h"
#include "editor/viewport_state.h"
#include "support/app_scene.h"

namespace marrow::test {

struct Mouse {
  Editor& editor;
  CanvasEvents state{};

  explicit Mouse(Editor& of, HeldKeys held = {}) : editor(of) {
    state.pointer = {{}, held.ctrl, held.shift};
    state.alt = held.alt;
    state.is_over = true;
  }
  CanvasAnswer frame() {
    const CanvasAnswer answer = handle_canvas(editor, state);
    state.pressed = state.released = {};
    state.double_click = false;
    state.wheel = {};
    return answer;
  }
  CanvasAnswer move(glm::vec2 pixel) {
    state.pointer.pixel = pixel;
    return frame();
  }
  CanvasAnswer press(MouseButton button) {
    state.pressed[button] = state.held[button] = true;
    return frame();
  }
  CanvasAnswer release(MouseButton button) {
    state.released[button] = true;
    state.held[button] = false;
    return frame();
  }
  void click(glm::vec2 pixel, bool is_double = false) {
    move(pixel);
    state.double_click = is_double;
    press(kLeft);
    release(kLeft);
  }
  /// Presses and moves, but does not release.
  void pull(MouseButton button, glm::vec2 from, glm::vec2 to, int moves = 2) {
    move(from);
    press(button);
    for (int step = 1; step <= moves; ++step) move(glm::mix(from, to, float(step) / float(moves)));
  }
  CanvasAnswer drag(MouseButton button, glm::vec2 from, glm::vec2 to, int moves = 2) {
    pull(button, from, to, moves);
    return release(button);
  }
};

inline Gizmo gizmo_of(const Editor& editor) {
  return gizmo_on(editor, *gizmo_target(editor, editor.transport, editor.viewport));
}
inline bool grab_gizmo(Editor& editor, GizmoHandle handle, const Pointer& pointer,
                       bool is_modal = false) {
  return begin_gizmo_drag(editor, editor.transport, editor.viewport, handle, pointer, is_modal);
}

}  // namespace marrow::test
