// Which part of the window has the keyboard. No ImGui.
#pragma once

#include <array>

namespace marrow {

/// Which part of the window has the keyboard; at rest the picture, whose letters are commands.
enum class FocusPlace { picture, menu, tools, scene, right, shelf, status };

struct FocusState {
  FocusPlace place = FocusPlace::picture;
  /// By FocusPlace: which have room in the window now. App notes it in each frame.
  std::array<bool, 7> is_in_window = {true, true, true, true, true, true, true};
  bool is_new = false;         ///< ImGui has not heard of it yet
  bool menu_was_open = false;  ///< with the keyboard in the menu bar
};

}  // namespace marrow
