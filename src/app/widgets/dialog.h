// Parts of dialogues. ImGui is current.
#pragma once

namespace marrow::app {

/// A centred modal, `width` design units wide, as high as its content. When true, ImGui::EndPopup()
/// follows.
bool begin_dialog(const char* title, float width);
/// One line, cut to the dialogue's width.
void dialog_headline(const char* text);
/// Esc for the dialogue itself: no drop-down is open and no field is being edited.
bool dialog_is_left();

}  // namespace marrow::app
