// Modal dialogs, and movable windows that leave the viewport usable.
#pragma once

#include <imgui.h>
#include <initializer_list>
#include <string>

namespace marrow::app {

/// True while a menu, a drop-down or a dialog is open.
bool popup_is_open();
/// True if a popup was open when the frame began: its keys are not for windows below it, even if
/// ImGui closed it since.
bool popup_was_open();

// Keys that answer what is shown: a dialog, a card, a movable window, a drag. A press answers only
// once, and never the window that it opened or windows under an open drop-down or dialog. Key
// repeats answer nothing.

/// Call before ImGui's frame begins.
void begin_answers();
/// True if the key answers the present window, which uses up the press. ImGuiKey_Enter stands for
/// both Enter keys.
bool key_answers(ImGuiKey key);
/// Like key_answers(), for the key with a letter, 'a' to 'z'.
bool letter_answers(char letter);

/// A centered modal, `width` design units wide, as high as its content. If true,
/// draw the content and call ImGui::EndPopup().
bool begin_dialog(const char* title, float width);
/// The dialog's title in one line, cut to its width.
void dialog_headline(const char* text);
/// Moves the cursor so that buttons with these labels end at the right edge. The primary one comes
/// last, Cancel before it.
void align_buttons(std::initializer_list<const char*> labels);
/// True if Esc answers the dialog, not an item that is being edited.
bool dialog_is_left();

/// Where a movable window opens: over the inspector, so that the model stays in view; no wider than
/// the inspector, so that the whole picture stays in view; or over the picture, so that the
/// inspector stays in view.
enum class FloatPlace { inspector, inside_inspector, picture };
/// Begins a movable window as high as its content. Call ImGui::End() in any case.
void begin_float(const char* id, bool takes_focus, FloatPlace place = FloatPlace::inspector);
/// Title and close button. True if that, or Esc while the window has the keyboard, closes it.
bool float_headline(const char* title);
/// Buttons: Close, which sets `closes`, and the primary one with `words`. True when the primary one
/// or Enter applies the window's edit; never without `can_be_done`.
bool float_footer(const std::string& words, bool can_be_done, bool& closes);

}  // namespace marrow::app
