// State of help, command palette and preferences window. No ImGui.
#pragma once

#include <optional>
#include <string>

namespace marrow {

struct PaletteState {
  std::string query;
  int marked = 0;  ///< index into the matches
  bool wants_focus = true;
  bool scrolls_to_marked = false;
};

enum class HelpPage { window, keys };

struct HelpState {
  std::optional<PaletteState> palette;
  bool shows_preferences = false;
  HelpPage page = HelpPage::window;
  double opened_at = 0.0;    ///< seconds of the app's clock
  bool was_toggled = false;  ///< the command toggled the help in this frame
  bool is_held = false;      ///< F1 is down since the help opened; a late release closes the help
};

}  // namespace marrow
