#include "app/widgets/command_entry.h"

#include <imgui.h>
#include <string>

#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
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

void command_button(Editor& editor, const char* id, const char* glyph, const char* command_id,
                    bool active) {
  const Command& wanted = command(command_id);
  ImGui::BeginDisabled(!is_enabled(editor, wanted));
  const bool clicked = icon_button(id, glyph, command_tooltip(editor, wanted).c_str(), active);
  ImGui::EndDisabled();
  note_spot(wanted.label);
  ImGui::SameLine(0.0f, px(2));
  if (clicked) run_command(editor, command_id);
}

}  // namespace marrow::app
