// What the status bar says of the mouse and of the drag under way, from the keymap's tables and the
// editor's state. No ImGui.
#pragma once

#include <string>
#include <vector>

#include "editor/commands/keymap_mouse.h"
#include "editor/session.h"

namespace marrow {

/// One thing that can be done now: with a button (nothing when it is a key) and in a few words.
struct NowHint {
  std::optional<MouseButton> button;
  std::string keys;   ///< "X Y Z"; empty for a button
  std::string words;  ///< "orbit"
};

/// The most useful first. While something is dragged: the keys of the drag. Otherwise what each
/// button does with the keys held just now.
std::vector<NowHint> hints_now(const Session& session, const HeldKeys& held);

}  // namespace marrow
