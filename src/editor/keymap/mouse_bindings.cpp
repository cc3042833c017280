#include "editor/keymap/mouse_bindings.h"

namespace marrow {

namespace {

constexpr HeldKeys kAlone{}, kCtrl{.ctrl = true}, kShift{.shift = true}, kAlt{.alt = true},
    kAltShift{.shift = true, .alt = true}, kCtrlAlt{.ctrl = true, .alt = true};

/// In every preset the left button selects and edits, and Alt+left moves the camera, for laptops
/// without a middle button.
std::vector<MouseBinding> with_left(std::vector<MouseBinding> others) {
  std::vector<MouseBinding> table{
      {kLeft, kAlone, DragAction::edit, ClickAction::select},
      {kLeft, kShift, DragAction::edit, ClickAction::select},
      {kLeft, kCtrl, DragAction::edit, ClickAction::select},
      {kLeft, kAlt, DragAction::orbit, ClickAction::explain},
      {kLeft, kAltShift, DragAction::pan, ClickAction::none},
      {kLeft, kCtrlAlt, DragAction::dolly, ClickAction::none},
  };
  table.insert(table.end(), others.begin(), others.end());
  return table;
}

const char* button_word(MouseButton button) {
  return button == kLeft ? "left" : button == kMiddle ? "middle" : "right";
}

}  // namespace

const std::vector<MouseBinding>& mouse_table(KeymapPreset preset) {
  static const std::vector<MouseBinding> blender = with_left({
      {kMiddle, kAlone, DragAction::orbit, ClickAction::none},
      {kMiddle, kShift, DragAction::pan, ClickAction::none},
      {kMiddle, kCtrl, DragAction::dolly, ClickAction::none},
      {kRight, kAlone, DragAction::pan, ClickAction::menu},
  });
  static const std::vector<MouseBinding> maya = with_left({
      {kMiddle, kAlt, DragAction::pan, ClickAction::none},
      {kRight, kAlt, DragAction::dolly, ClickAction::none},
      {kRight, kAlone, DragAction::none, ClickAction::menu},
  });
  static const std::vector<MouseBinding> scotty3d = with_left({
      {kMiddle, kAlone, DragAction::orbit, ClickAction::none},
      {kRight, kAlone, DragAction::pan, ClickAction::menu},
  });
  return preset == KeymapPreset::maya       ? maya
         : preset == KeymapPreset::scotty3d ? scotty3d
                                            : blender;
}

MouseBinding mouse_binding(KeymapPreset preset, MouseButton button, const HeldKeys& held) {
  const std::vector<MouseBinding>& table = mouse_table(preset);
  for (const HeldKeys& wanted : {held, kAlone})
    for (const MouseBinding& binding : table)
      if (binding.button == button && binding.held == wanted)
        return {button, held, binding.drag, binding.click};
  return {button, held, DragAction::none, ClickAction::none};
}

std::string mouse_text(MouseButton button, const HeldKeys& held) {
  std::string text;
  if (held.ctrl) text += "Ctrl+";
  if (held.alt) text += "Alt+";
  if (held.shift) text += "Shift+";
  return text + button_word(button);
}

std::string mouse_text(const MouseBinding& binding) {
  return mouse_text(binding.button, binding.held);
}

const std::vector<ModalKey>& modal_keys() {
  static const std::vector<ModalKey> keys{
      {"X Y Z", "Along that axis of the world", "axis"},
      {"X X, Y Y, Z Z", "Own axis; once more: free", ""},
      {"Shift+X Y Z", "In the plane across it", "plane"},
      {"0-9 . -", "By exactly that much", "value"},
      {"Ctrl held", "In whole steps", "steps"},
      {"Shift held", "A tenth of the movement", "fine"},
      {"Enter, left", "Keep it, as one step", "keep"},
      {"Esc, right", "Restore everything", "restore"},
  };
  return keys;
}

}  // namespace marrow
