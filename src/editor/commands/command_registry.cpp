#include "editor/commands/command_registry.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/index.h"
#include "editor/editor.h"
#include "rig/rig_check.h"

namespace marrow {

namespace {

/// One list per command, in the order of commands().
using ShortcutTable = std::vector<std::vector<Shortcut>>;

bool is_taken(const Shortcut& shortcut, const std::vector<PresetKeys>& keys) {
  return std::any_of(keys.begin(), keys.end(),
                     [&](const PresetKeys& entry) { return list_has(entry.shortcuts, shortcut); });
}

ShortcutTable table_of(KeymapPreset preset) {
  const std::vector<PresetKeys>& keys = preset_keys(preset);
  ShortcutTable table;
  for (const Command& entry : commands()) {
    const auto has_id = [&](const PresetKeys& candidate) {
      return std::string_view(candidate.id) == entry.id;
    };
    const auto replaced = std::find_if(keys.begin(), keys.end(), has_id);
    table.push_back(replaced != keys.end() ? replaced->shortcuts : entry.shortcuts);
    if (replaced == keys.end())
      std::erase_if(table.back(),
                    [&](const Shortcut& shortcut) { return is_taken(shortcut, keys); });
  }
  return table;
}

}  // namespace

const Command& command(std::string_view id) {
  const auto has_id = [&](const Command& candidate) { return candidate.id == id; };
  const auto found = std::find_if(commands().begin(), commands().end(), has_id);
  RIG_CHECK(found != commands().end());
  return *found;
}

bool is_enabled(const Editor& editor, const Command& command) {
  return command.enabled == nullptr || command.enabled(editor);
}

bool run_command(Editor& editor, std::string_view id) {
  const Command& wanted = command(id);
  if (!is_enabled(editor, wanted)) return false;
  editor.wants_redraw = true;
  wanted.run(editor);
  return true;
}

bool transforms_at_once(KeymapPreset preset) { return preset == KeymapPreset::blender; }

const std::vector<Shortcut>& shortcuts_of(KeymapPreset preset, const Command& command) {
  static const std::array<ShortcutTable, 3> tables{table_of(KeymapPreset::blender),
                                                   table_of(KeymapPreset::maya),
                                                   table_of(KeymapPreset::scotty3d)};
  const auto index = std::size_t(&command - commands().data());
  RIG_CHECK(index < commands().size());  // an entry of the table, not a copy
  return tables[std::size_t(preset)][index];
}

const std::vector<Shortcut>& shortcuts_of(const Session& session, const Command& command) {
  return shortcuts_of(session.preferences.keymap, command);
}

std::string shortcut_text(const Shortcut& shortcut) {
  if (shortcut.key == 0) return {};
  std::string text;
  if (shortcut.ctrl) text += "Ctrl+";
  if (shortcut.alt) text += "Alt+";
  if (shortcut.shift) text += "Shift+";
  return text + key_name(shortcut.key);
}

std::string key_text(const Session& session, const Command& command) {
  const std::vector<Shortcut>& shortcuts = shortcuts_of(session, command);
  return shortcuts.empty() ? std::string() : shortcut_text(shortcuts.front());
}

std::string key_text(const Session& session, std::string_view id) {
  return key_text(session, command(id));
}

std::string command_tooltip(const Session& session, const Command& command) {
  std::string text = command.label;
  if (const std::string keys = key_text(session, command); !keys.empty()) text += " (" + keys + ")";
  return *command.tooltip != '\0' ? text + "\n" + command.tooltip : text;
}

const Command* command_for(const Editor& editor, const Shortcut& pressed) {
  const Command* meant = nullptr;
  for (const Command& candidate : commands()) {
    const std::vector<Shortcut>& shortcuts = shortcuts_of(editor, candidate);
    if (!list_has(shortcuts, pressed)) continue;
    if (is_enabled(editor, candidate)) return &candidate;
    if (meant == nullptr) meant = &candidate;
  }
  return meant;
}

}  // namespace marrow
