// Every command of the editor in one table: menus, shortcuts, the help overlay and tooltips are made from it, so they cannot disagree.
#pragma once

#include <SDL_keycode.h>
#include <string>
#include <string_view>
#include <vector>

#include "app/editor.h"

namespace marrow::app {

/// A key and the modifiers that must be held (exactly these). key 0: no shortcut.
struct Shortcut {
  SDL_Keycode key = 0;
  bool ctrl = false, shift = false, alt = false;
  bool operator==(const Shortcut&) const = default;
};
/// "Ctrl+Shift+S"; empty for none.
std::string shortcut_text(const Shortcut& shortcut);

enum class MenuPlace { file, edit, view, rig, pose, help, none };

struct Command {
  const char* id = "";     ///< "file.open": stable, for tests and scripts
  const char* label = "";  ///< "Open..."
  MenuPlace menu = MenuPlace::none;
  std::vector<Shortcut> shortcuts = {};  ///< the first one is shown
  const char* tooltip = "";              ///< one sentence for menus, tool buttons and help
  bool (*enabled)(const Editor&) = nullptr;
  void (*run)(Editor&) = nullptr;
  bool (*checked)(const Editor&) = nullptr;            ///< for switches: the tick in the menu
  std::string (*live_label)(const Editor&) = nullptr;  ///< "Undo Rotate elbow.L" in place of label
  bool separator_before = false;
  const char* submenu = nullptr;  ///< neighbours in the table with the same title stand in a menu of that title
};

const std::vector<Command>& commands();
/// Precondition: the id is in the table.
const Command& command(std::string_view id);
/// Runs a command when it is enabled; false otherwise.
bool run_command(Editor& editor, std::string_view id);
/// "Move (G)": the label and the first shortcut, then the tooltip on a second line.
std::string command_tooltip(const Command& command);
/// The command a key press means, nullptr when there is none. Later presets (Maya, Scotty3D) are other tables of shortcuts.
const Command* command_for(const Shortcut& pressed);

}  // namespace marrow::app
