// What dialogues are made of. ImGui is current.
#pragma once

namespace marrow::app {

/// A modal in the middle of the window, `width` design units wide and as high as its content. When
/// true, ImGui::EndPopup() follows.
bool begin_dialog(const char* title, float width);
void dialog_headline(const char* text);
/// Esc, and it is meant for the dialogue: no drop-down over it is open and no field is being
/// edited.
bool dialog_is_left();

}  // namespace marrow::app
