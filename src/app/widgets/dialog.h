// Modal dialogs, and movable windows that leave the viewport usable. ImGui is current.
#pragma once

#include <initializer_list>
#include <string>

namespace marrow::app {

/// True while a menu, a drop-down or a dialog is open.
bool popup_is_open();

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

/// Where it opens: over the inspector, so that the model stays in view; no wider than the
/// inspector, so that the whole picture stays in view; or over the picture, so that the inspector
/// stays in view.
enum class FloatPlace { inspector, inside_inspector, picture };
/// Begins a window as high as its content. ImGui::End() follows in any case.
void begin_float(const char* id, bool takes_focus, FloatPlace place = FloatPlace::inspector);
/// Title and close button. True when closed by it, or by Esc while the window has the keyboard.
bool float_headline(const char* title);
/// Buttons: Close, and the primary one with `words`. True when that one or Enter applies the
/// window's edit.
bool float_footer(const std::string& words, bool can_be_done, bool& closes);

}  // namespace marrow::app
