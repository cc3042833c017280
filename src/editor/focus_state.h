#pragma once

#include <array>

namespace marrow {

/// The place with the keyboard focus; normally the picture, where letters are commands. No ImGui.
enum class FocusPlace { picture, menu, tools, scene, right, shelf, status };

struct FocusState {
  FocusPlace place = FocusPlace::picture;
  /// By FocusPlace: whether it fits into the window now. App updates it in each frame.
  std::array<bool, 7> is_in_window = {true, true, true, true, true, true, true};
  bool is_new = false;         ///< ImGui has not heard of it yet
  bool menu_was_open = false;  ///< with the keyboard in the menu bar
};

}  // namespace marrow
