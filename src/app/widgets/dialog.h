// Parts of dialogs. ImGui is current.
#pragma once

#include <initializer_list>

namespace marrow::app {

/// A centered modal, `width` design units wide, as high as its content. When true,
/// ImGui::EndPopup() follows.
bool begin_dialog(const char* title, float width);
/// The dialog's title in one line, cut to its width.
void dialog_headline(const char* text);
/// Moves the cursor so that the buttons that follow, with these labels, end at the right edge. The
/// primary one comes last, Cancel before it.
void align_buttons(std::initializer_list<const char*> labels);
/// True if Esc was pressed for the dialog itself: no drop-down is open and no field is edited.
bool dialog_is_left();

}  // namespace marrow::app
