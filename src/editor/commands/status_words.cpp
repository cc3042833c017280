#include "editor/commands/status_words.h"

#include "editor/drag_state.h"
#include "editor/paint/paint.h"
#include "editor/session.h"
#include "editor/viewport/drag.h"

namespace marrow {

namespace {

std::string edit_words(const Session& session, const HeldKeys& held) {
  const bool adds = session.tab == Tab::rig && session.tool == Tool::add_joint;
  if (adds) return "place a joint in the mesh";
  if (paints(session))
    return held.ctrl ? "select a joint" : held.shift ? "smooth" : "paint, next to the mesh: orbit";
  if (held.shift) return "add to the selection";
  if (held.ctrl) return "remove from the selection";
  switch (session.tool) {
    case Tool::radius:
      return "select, drag a rim";
    case Tool::select:
      return "select, drag a box";
    default:
      return "select, drag a handle";
  }
}

std::string words_for(const Session& session, const MouseBinding& binding) {
  std::string words;
  switch (binding.drag) {
    case DragAction::edit:
      return edit_words(session, binding.held);
    case DragAction::orbit:
      words = "orbit";
      break;
    case DragAction::pan:
      words = "pan";
      break;
    case DragAction::dolly:
      words = "zoom";
      break;
    case DragAction::none:
      break;
  }
  if (binding.click == ClickAction::menu) words += words.empty() ? "menu" : ", click: menu";
  if (binding.click == ClickAction::explain) words += ", click: explain a vertex";
  return words;
}

std::vector<NowHint> drag_hints() {
  std::vector<NowHint> hints;
  for (const ModalKey& key : modal_keys())
    if (*key.short_words != '\0') hints.push_back({std::nullopt, key.keys, key.short_words});
  return hints;
}

}  // namespace

std::vector<NowHint> hints_now(const Session& session, const HeldKeys& held) {
  if (std::holds_alternative<BoxDrag>(session.drag))
    return {
        {std::nullopt, "Shift", "add"}, {std::nullopt, "Ctrl", "remove"}, {kRight, "", "cancel"}};
  if (std::holds_alternative<CameraDrag>(session.drag)) return {};
  if (std::holds_alternative<IkDrag>(session.drag) ||
      std::holds_alternative<PoleDrag>(session.drag))
    return {
        {std::nullopt, "Ctrl", "steps"}, {std::nullopt, "Shift", "fine"}, {kRight, "", "restore"}};
  if (std::holds_alternative<PaintDrag>(session.drag)) return {{kRight, "", "restore"}};
  if (is_editing(session)) return drag_hints();
  std::vector<NowHint> hints;
  for (const MouseButton button : {kLeft, kMiddle, kRight}) {
    std::string words = words_for(session, mouse_binding(session.preferences.keymap, button, held));
    if (!words.empty()) hints.push_back({button, "", std::move(words)});
  }
  if (session.tool == Tool::add_joint) hints.push_back({std::nullopt, "Esc", "done"});
  if (paints(session) && !held.ctrl && !held.shift) {
    hints.push_back({std::nullopt, "Shift", "smooth"});
    hints.push_back({std::nullopt, "Ctrl", "select"});
  }
  hints.push_back({std::nullopt, "Wheel", "zoom"});
  return hints;
}

}  // namespace marrow
