#include "app/widgets/menu.h"

#include <algorithm>
#include <imgui.h>

#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/commands/command_registry.h"
#include "editor/editor.h"

namespace marrow::app {

namespace {

/// True during the press that opened this menu, its release included, unless it is dragged.
bool is_being_opened() {
  const ImGuiIO& io = ImGui::GetIO();
  const bool is_pressed =
      ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::IsMouseReleased(ImGuiMouseButton_Left);
  bool& began = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("##began_pressed"));
  began = is_pressed && (began || ImGui::IsWindowAppearing());
  return began && io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] <
                      io.MouseDragThreshold * io.MouseDragThreshold;
}

}  // namespace

bool begin_menu(const char* label, bool is_enabled) {
  if (!ImGui::BeginMenu(label, is_enabled)) return false;
  ImGui::PushStyleVar(ImGuiStyleVar_DisabledAlpha, 1.0f);
  ImGui::BeginDisabled(is_being_opened());
  ImGui::PopStyleVar();
  return true;
}

void end_menu() {
  ImGui::EndDisabled();
  ImGui::EndMenu();
}

std::string menu_words(std::string_view words) {
  constexpr float kMost = 420.0f, kBeside = 215.0f;  // design units; for keys, tick, parent menu
  return ellipsis(words,
                  std::clamp(ImGui::GetMainViewport()->Size.x - px(kBeside), px(60), px(kMost)));
}

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

void command_entries(Editor& editor, std::initializer_list<const char*> ids) {
  for (const char* id : ids)
    if (*id == '\0')
      ImGui::Separator();
    else
      command_entry(editor, id);
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
