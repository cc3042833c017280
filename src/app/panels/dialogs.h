// What stands over the panels: the question about unsaved work, the one about a dropped file, a motion for a skeleton, preferences, the
// command palette, about. ImGui is current.
#pragma once

#include "editor/dialogs.h"

namespace marrow::app {

void draw_dialogs(Editor& editor);
/// Files dropped on the window: the first is opened, or Open / Import is asked when the scene is not empty; a motion is offered to the
/// skeleton that is there.
void drop_file(Editor& editor, const std::string& path);

// What dialogues are made of.

/// A modal in the middle of the window, `width` design units wide and as high as its content. When true, ImGui::EndPopup() follows.
bool begin_dialog(const char* title, float width);
void dialog_headline(const char* text);
/// Esc, and it is meant for the dialogue: no drop-down over it is open and no field is being edited.
bool dialog_is_left();

}  // namespace marrow::app
