// Menus that a finger can use, on screens that have little room for them.
#pragma once

#include <string>
#include <string_view>

namespace marrow::app {

/// Like ImGui::BeginMenu(). When true, entries and end_menu() follow.
/// The press that opens a menu chooses nothing from it unless it is dragged to an entry: where
/// there is no room beside the finger, the menu opens below it.
bool begin_menu(const char* label, bool is_enabled = true);
void end_menu();

/// Words of an entry, cut with an ellipsis so that the menu has room beside the one that it comes
/// from.
std::string menu_words(std::string_view words);

}  // namespace marrow::app
