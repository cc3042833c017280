#include "editor/focus.h"

#include <algorithm>

namespace marrow {

void set_focus(Editor& editor, FocusPlace place) {
  if (is_dragging(editor)) return;
  editor.help.focus = place;
  editor.help.focus_is_new = true;
  editor.help.menu_was_open = false;
  editor.wants_redraw = true;
}

void move_focus(Editor& editor, int steps) {
  const int count = static_cast<int>(kFocusOrder.size());
  const auto now = std::find(kFocusOrder.begin(), kFocusOrder.end(), editor.help.focus);
  int index = now == kFocusOrder.end() ? 0 : static_cast<int>(now - kFocusOrder.begin());
  for (int tried = 0; tried < count; ++tried) {
    index = (index + steps + count) % count;
    const FocusPlace place = kFocusOrder[static_cast<std::size_t>(index)];
    if (editor.help.is_in_window[static_cast<std::size_t>(place)]) return set_focus(editor, place);
  }
}

}  // namespace marrow
