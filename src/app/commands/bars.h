// The bars above and below. ImGui is current.
#pragma once

namespace marrow {
struct Editor;
}  // namespace marrow

namespace marrow::app {

void draw_menu_bar(Editor& editor);  ///< menu_bar.cpp: menus, the three tabs, the document's name
void draw_status_bar(
    Editor& editor);  ///< status_bar.cpp: coverage chip, what the mouse does now, counts and cost

}  // namespace marrow::app
