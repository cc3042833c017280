// Every command of the editor in one table, from which menus, shortcuts, help, palette and tooltips
// are made. Its shortcuts are the Blender-like preset; others replace some (keymap_presets.cpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "editor/keymap/key_codes.h"
#include "editor/keymap/preset_names.h"
#include "editor/preferences_state.h"
#include "editor/session.h"

namespace marrow {

struct Editor;

/// A key and the modifiers that must be held (exactly these). key 0: no shortcut.
struct Shortcut {
  KeyCode key = 0;
  bool ctrl = false, shift = false, alt = false;
  bool operator==(const Shortcut&) const = default;
};
/// "Ctrl+Shift+S"; empty for none.
std::string shortcut_text(const Shortcut& shortcut);

enum class MenuPlace { file, edit, view, rig, pose, help, none };

/// A row that leaves out a member without a default is a warning, in the checks an error.
struct Command {
  const char* id;     ///< "file.open": stable, for tests and scripts
  const char* label;  ///< "Open..."
  MenuPlace menu = MenuPlace::none;
  std::vector<Shortcut> shortcuts =
      {};  ///< of the Blender-like preset, the first one is shown; read through shortcuts_of()
  const char* tooltip;  ///< one sentence for menus, tool buttons and help
  bool (*enabled)(const Editor&) = nullptr;
  void (*run)(Editor&);
  bool (*checked)(const Editor&) = nullptr;            ///< for switches: the tick in the menu
  std::string (*live_label)(const Editor&) = nullptr;  ///< "Undo Rotate elbow.L" in place of label
  bool separator_before = false;
  const char* submenu =
      nullptr;  ///< neighbors in the table with the same title stand in a menu of that title
  const char* needs =
      "";  ///< what is missing while it is disabled ("nothing to take back"); empty: see needs_of()
  bool repeats = false;  ///< goes on while its key is held
};

const std::vector<Command>& commands();
/// Precondition: the id is in the table.
const Command& command(std::string_view id);
bool is_enabled(const Editor& editor, const Command& command);
/// The reason why a command is disabled, in a few words; empty if unknown.
const char* needs_of(const Command& command);
/// Runs a command when it is enabled; false otherwise.
bool run_command(Editor& editor, std::string_view id);

/// The shortcuts that a preset gives one command.
struct PresetKeys {
  const char* id;
  std::vector<Shortcut> shortcuts;
};
/// The commands whose shortcuts a preset replaces; empty for the Blender-like one. A key that is
/// named here is taken from every other command.
const std::vector<PresetKeys>& preset_keys(KeymapPreset preset);
/// True where a transform's key starts it under the pointer; otherwise the key picks the tool.
bool transforms_at_once(KeymapPreset preset);

/// The shortcuts of a command under a preset, the shown one first.
const std::vector<Shortcut>& shortcuts_of(KeymapPreset preset, const Command& command);
const std::vector<Shortcut>& shortcuts_of(const Session& session, const Command& command);
/// "Ctrl+Z", the shortcut that is shown; empty when the command has none.
std::string key_text(const Session& session, const Command& command);
std::string key_text(const Session& session, std::string_view id);
/// "Move (G)": the label and the first shortcut, then the tooltip on a second line.
std::string command_tooltip(const Session& session, const Command& command);
/// The enabled command of a key press; nullptr when there is none.
const Command* command_for(const Editor& editor, const Shortcut& pressed);

}  // namespace marrow
