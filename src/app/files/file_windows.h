// Windows over the others. ImGui is current.
#pragma once

#include "app/widgets/plate.h"

namespace marrow {
struct Editor;
}  // namespace marrow

namespace marrow::app {

void draw_file_browser(
    Editor& editor);  ///< file_browser.cpp: the modal for open, import, save as, export
void draw_welcome_card(
    Editor& editor,
    const Area& area);  ///< welcome_card.cpp: a card on the picture, until it is dismissed

}  // namespace marrow::app
