// Dialogs over the panels: unsaved work, a dropped file, retargeting, sharing, preferences, about.
#pragma once

#include "editor/editor.h"
#include "editor/open_dialogs.h"

namespace marrow::app {

void draw_dialogs(Editor& editor);
/// Opens a dropped file, or asks whether to open or add it when the scene is not empty. A motion is
/// offered to the present skeleton, a script is run, a lesson begun; an open file browser uses it.
void drop_file(Editor& editor, const std::string& path);

}  // namespace marrow::app
