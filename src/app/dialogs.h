// What stands over the panels: the question about unsaved work, the one about a dropped file, help and about. ImGui is current.
#pragma once

#include "app/editor.h"

namespace marrow::app {

void draw_dialogs(Editor& editor);
/// True while a dialogue or the file browser has the keyboard: shortcuts wait.
bool has_dialog(const Editor& editor);
/// Files dropped on the window: the first is opened, or Open / Import is asked when the scene is not empty.
void drop_file(Editor& editor, const std::string& path);

}  // namespace marrow::app
