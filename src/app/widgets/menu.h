// Menus that a finger can use, on screens that have little room for them.
#pragma once

#include <string>
#include <string_view>

namespace marrow::app {

/// Like ImGui::BeginMenu(). When true, entries and end_menu() follow.
/// The press that opens a menu chooses an entry only when dragged to it: without room next to the
/// finger, the menu opens under it.
bool begin_menu(const char* label, bool is_enabled = true);
void end_menu();

/// An entry's words, cut with an ellipsis so that the menu fits next to its parent menu.
std::string menu_words(std::string_view words);

}  // namespace marrow::app
