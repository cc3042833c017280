// Help, command palette and preferences window: what they remember from frame to frame. No ImGui.
#pragma once

#include <array>
#include <optional>
#include <string>

namespace marrow {

/// The command palette while it is open.
struct PaletteState {
  std::string query;
  int marked = 0;  ///< index into what matches
  bool wants_focus = true;
  bool scrolls_to_marked = false;
};

/// Which part of the window has the keyboard; at rest the picture, whose letters are commands.
enum class FocusPlace { picture, menu, tools, scene, right, shelf, status };

/// The pages of the help that lies over the window.
enum class HelpPage { window, keys };

struct HelpState {
  FocusPlace focus = FocusPlace::picture;
  /// By FocusPlace: which have room in the window now. App notes it in each frame.
  std::array<bool, 7> is_in_window = {true, true, true, true, true, true, true};
  bool focus_is_new = false;   ///< ImGui has not heard of it yet
  bool menu_was_open = false;  ///< with the keyboard in the menu bar
  std::optional<PaletteState> palette;
  bool shows_preferences = false;
  HelpPage page = HelpPage::window;
  double opened_at = 0.0;    ///< seconds of the app's clock
  bool was_toggled = false;  ///< by the command, in this frame
  bool is_held =
      false;  ///< F1 is down since it opened: it closes with its release, unless that comes at once
};

}  // namespace marrow
