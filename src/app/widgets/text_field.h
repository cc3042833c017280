// Fields for text, with every character that a name may have.
#pragma once

#include <imgui.h>
#include <string>

namespace marrow::app {

/// ImGui's field for `text` (UTF-8), with `hint` while it is empty. Each time it gets the keyboard
/// all of its text is selected, so that typing replaces it. True when the text changed, or,
/// with ImGuiInputTextFlags_EnterReturnsTrue, on Enter. Unchanged characters keep their bytes, even
/// those that no font has. During typing the text is in the order written; a right-to-left text is
/// also shown in reading order below the field. A text that is not valid UTF-8 is read-only.
bool bare_text_field(const char* id, std::string* text, ImGuiInputTextFlags flags = 0,
                     const char* hint = nullptr);

/// A row: label and a text field. True when Enter or a loss of focus applies a changed text.
bool text_field(const char* label, std::string& text, const char* tooltip = nullptr);
/// A field for a new name, which gets the keyboard while `began` is false. True when editing ends:
/// by Enter, by a click elsewhere, or by Esc, which sets `is_canceled`.
bool rename_field(const char* id, std::string& name, bool& began, bool& is_canceled);
/// A full-width text field with a magnifier and a cross that clears it. True when the text changed.
bool search_box(const char* id, std::string& text, const char* hint);

/// True if ImGui would drop characters of this keyboard input; pass it to type_into_field().
bool is_typed_apart(const char* text);
/// Inserts typed characters at the cursor of the focused field, in the next frame.
void type_into_field(const char* text);

/// The text in the system's clipboard; empty if it holds no text.
std::string clipboard_text();
/// Copies a text to the system's clipboard. Returns the reason of a failure; empty on success.
std::string set_clipboard_text(const std::string& text);

/// Gives ImGui's fields the system's clipboard, with every character.
void connect_clipboard();

}  // namespace marrow::app
