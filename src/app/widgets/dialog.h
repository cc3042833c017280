// Parts of dialogs. ImGui is current.
#pragma once

#include <initializer_list>

namespace marrow::app {

/// A centered modal, `width` design units wide, as high as its content. When true,
/// ImGui::EndPopup() follows.
bool begin_dialog(const char* title, float width);
/// One line, cut to the dialog's width.
void dialog_headline(const char* text);
/// Moves the cursor so that buttons of these labels, the ones that follow, end at the right edge.
/// Last comes the primary one, before it Cancel.
void align_buttons(std::initializer_list<const char*> labels);
/// Esc for the dialog itself: no drop-down is open and no field is being edited.
bool dialog_is_left();

}  // namespace marrow::app
