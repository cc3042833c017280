// What stands over the panels: the question about unsaved work, the one about a dropped file, a
// motion for a skeleton, preferences, the command palette, about. ImGui is current.
#pragma once

#include "editor/dialogs.h"
#include "editor/session.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

void draw_dialogs(Editor& editor);
/// Files dropped on the window: the first is opened, or Open / Import is asked when the scene is
/// not empty; a motion is offered to the skeleton that is there.
void drop_file(Editor& editor, const std::string& path);

}  // namespace marrow::app
