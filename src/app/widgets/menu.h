// Menus that a finger can use, on screens that have little room for them; commands as entries of a
// menu and as buttons.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "editor/editor.h"

namespace marrow::app {

/// Like ImGui::BeginMenu(). If true, draw entries and call end_menu(). The press that opens a menu
/// chooses an entry only if dragged to it, because without room a menu opens under the finger.
bool begin_menu(const char* label, bool is_enabled = true);
void end_menu();

/// An entry's words, cut with an ellipsis so that the menu fits next to its parent menu.
std::string menu_words(std::string_view words);

/// A menu entry with the command's label, key and tick; grayed while the command is disabled.
/// Call inside an open menu or popup.
void command_entry(Editor& editor, const char* id);
/// One command_entry() each; an empty id is a separator.
void command_entries(Editor& editor, std::initializer_list<const char*> ids);

/// An icon button with the command's tooltip; grayed while the command is disabled. The next item
/// follows in the same row.
void command_button(Editor& editor, const char* id, const char* glyph, const char* command_id,
                    bool active = false);

}  // namespace marrow::app
