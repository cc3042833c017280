// All commands of the editor in one table, the source of menus, shortcuts, help, palette and
// tooltips. Its shortcuts are the Blender-like preset; other presets replace some
// (other_presets.cpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "editor/editor.h"
#include "editor/keymap/key_codes.h"
#include "editor/preferences_state.h"

namespace marrow {

/// A key and exactly the modifiers that must be held. key 0: none.
struct Shortcut {
  KeyCode key = 0;
  bool ctrl = false, shift = false, alt = false;
  bool operator==(const Shortcut&) const = default;
};
/// "Ctrl+Shift+S"; empty for none.
std::string shortcut_text(const Shortcut& shortcut);

enum class MenuPlace { file, edit, view, rig, pose, help, none };

/// Omitting a member without a default is a compiler warning, in CI an error.
struct Command {
  const char* id;                    ///< "file.open": stable, for tests and scripts
  const char* label;                 ///< "Open..."
  MenuPlace menu = MenuPlace::none;  ///< none: the menu of the row's part (command_table.cpp)
  /// In the Blender-like preset; the first one is shown. Read them with shortcuts_of().
  std::vector<Shortcut> shortcuts = {};
  const char* tooltip;  ///< one sentence for menus, tool buttons and help
  bool (*enabled)(const Editor&) = nullptr;
  void (*run)(Editor&);
  bool (*checked)(const Editor&) = nullptr;            ///< for switches: a check mark in the menu
  std::string (*live_label)(const Editor&) = nullptr;  ///< "Undo Rotate elbow.L", replaces label
  bool separator_before = false;
  const char* submenu = nullptr;  ///< title; neighbors with the same title share a submenu
  const char* needs = "";         ///< why it is disabled ("nothing to undo"); empty: see needs_of()
  bool repeats = false;           ///< runs again while its key is held
};

const std::vector<Command>& commands();
/// Precondition: the id is in the table.
const Command& command(std::string_view id);
bool is_enabled(const Editor& editor, const Command& command);
/// The reason why a command is disabled, in a few words; empty if unknown.
const char* needs_of(const Command& command);
/// Runs the command and redraws; false if it is disabled.
bool run_command(Editor& editor, std::string_view id);

/// The shortcuts that a preset gives one command.
struct PresetKeys {
  const char* id;
  std::vector<Shortcut> shortcuts;
};
/// The commands whose shortcuts a preset replaces; none for the Blender-like one. Every other
/// command loses the keys listed here.
const std::vector<PresetKeys>& preset_keys(KeymapPreset preset);
/// True if the key of a transform starts it under the pointer, rather than selecting its tool.
bool transforms_at_once(KeymapPreset preset);

/// A command's shortcuts in a preset, the shown one first.
const std::vector<Shortcut>& shortcuts_of(KeymapPreset preset, const Command& command);
const std::vector<Shortcut>& shortcuts_of(const Session& session, const Command& command);
/// "Ctrl+Z", the shown shortcut; empty if none.
std::string key_text(const Session& session, const Command& command);
std::string key_text(const Session& session, std::string_view id);
/// "Move (G)": the label and the first shortcut, then the tooltip on a second line.
std::string command_tooltip(const Session& session, const Command& command);
/// The command of a key press, an enabled one if possible; nullptr if none.
const Command* command_for(const Editor& editor, const Shortcut& pressed);

}  // namespace marrow
