// Dialogs over the panels: unsaved work, a dropped file, retargeting, preferences, palette,
// about. ImGui is current.
#pragma once

#include "editor/open_dialogs.h"
#include "editor/session.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

void draw_dialogs(Editor& editor);
/// Opens the first of the dropped files; asks Open / Import when the scene is not empty; offers a
/// motion to the present skeleton.
void drop_file(Editor& editor, const std::string& path);

}  // namespace marrow::app
