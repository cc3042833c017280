// The status bar's hints about mouse and drag, from the keymap's tables. No ImGui.
#pragma once

#include <string>
#include <vector>

#include "editor/keymap/mouse_bindings.h"
#include "editor/session.h"

namespace marrow {

/// A possible action with its button (none for a key).
struct NowHint {
  std::optional<MouseButton> button;
  std::string keys;   ///< "X Y Z"; empty for a button
  std::string words;  ///< "orbit"
};

/// Most useful first. During a drag: its keys; otherwise each button's action with the held keys.
std::vector<NowHint> hints_now(const Session& session, const HeldKeys& held);

}  // namespace marrow
