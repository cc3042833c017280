#include "app/commands/command_entry.h"

#include <imgui.h>
#include <string>

#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "editor/commands/keymap.h"
#include "editor/editor.h"

namespace marrow::app {

void command_entry(Editor& editor, const char* id) {
  const Command& entry = command(id);
  const std::string keys = key_text(editor, entry);
  const std::string words = entry.live_label ? entry.live_label(editor) : std::string(entry.label);
  const bool enabled = !entry.enabled || entry.enabled(editor);
  if (ImGui::MenuItem(as_shown(words).c_str(), keys.c_str(), entry.checked && entry.checked(editor),
                      enabled))
    run_command(editor, id);
  note_spot(entry.label);
}

}  // namespace marrow::app
