#include "editor/shell_state.h"

#include <algorithm>

#include "editor/session.h"

namespace marrow {

void set_focus(Session& session, FocusState& focus, FocusPlace place) {
  if (is_dragging(session)) return;
  focus.place = place;
  focus.is_new = true;
  focus.menu_was_open = false;
}

void move_focus(Session& session, FocusState& focus, int steps) {
  const int count = int(kFocusOrder.size());
  const auto now = std::find(kFocusOrder.begin(), kFocusOrder.end(), focus.place);
  int index = now == kFocusOrder.end() ? 0 : int(now - kFocusOrder.begin());
  for (int tried = 0; tried < count; ++tried) {
    index = (index + steps + count) % count;
    const FocusPlace place = kFocusOrder[std::size_t(index)];
    if (focus.is_in_window[std::size_t(place)]) return set_focus(session, focus, place);
  }
}

}  // namespace marrow
