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
  return session.tool == Tool::radius   ? "select, drag a rim"
         : session.tool == Tool::select ? "select, drag a box"
                                        : "select, drag a handle";
}

std::string words_for(const Session& session, const MouseBinding& binding) {
  if (binding.drag == DragAction::edit) return edit_words(session, binding.held);
  constexpr const char* kWords[] = {"", "", "orbit", "pan", "zoom"};  // one per DragAction
  std::string words = kWords[std::size_t(binding.drag)];
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
