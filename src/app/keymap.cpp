#include "app/keymap.h"

#include <SDL_keyboard.h>
#include <algorithm>

#include "rig/check.h"

namespace marrow::app {

const Command& command(std::string_view id) {
  const auto has_id = [&](const Command& candidate) { return candidate.id == id; };
  const auto found = std::find_if(commands().begin(), commands().end(), has_id);
  RIG_CHECK(found != commands().end());
  return *found;
}

bool run_command(Editor& editor, std::string_view id) {
  const Command& wanted = command(id);
  if (wanted.enabled != nullptr && !wanted.enabled(editor)) return false;
  editor.wants_redraw = true;
  wanted.run(editor);
  return true;
}

std::string shortcut_text(const Shortcut& shortcut) {
  if (shortcut.key == 0) return {};
  std::string text;
  if (shortcut.ctrl) text += "Ctrl+";
  if (shortcut.alt) text += "Alt+";
  if (shortcut.shift) text += "Shift+";
  return text + (shortcut.key == SDLK_DELETE ? "Del" : shortcut.key == SDLK_ESCAPE ? "Esc" : SDL_GetKeyName(shortcut.key));
}

std::string command_tooltip(const Command& command) {
  std::string text = command.label;
  if (!command.shortcuts.empty()) text += " (" + shortcut_text(command.shortcuts.front()) + ")";
  return *command.tooltip != '\0' ? text + "\n" + command.tooltip : text;
}

const Command* command_for(const Shortcut& pressed) {
  for (const Command& candidate : commands())
    if (std::find(candidate.shortcuts.begin(), candidate.shortcuts.end(), pressed) != candidate.shortcuts.end()) return &candidate;
  return nullptr;
}

}  // namespace marrow::app
