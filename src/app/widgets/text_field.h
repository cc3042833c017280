// Fields for text, with every character that a name may have.
#pragma once

#include <imgui.h>
#include <string>

namespace marrow::app {

/// ImGui's field for `text` (UTF-8), with `hint` while it is empty. True when it changed, or, with
/// ImGuiInputTextFlags_EnterReturnsTrue, on Enter. Unchanged characters keep their bytes, also
/// those that no font has. While it is typed in, a text is in the order in which it is written; a
/// right- to-left one is shown below as it will read. A text that is not valid UTF-8 can be read
/// only.
bool bare_text_field(const char* id, std::string* text, ImGuiInputTextFlags flags = 0,
                     const char* hint = nullptr);

/// Whether ImGui would drop characters of these from the keyboard: then they belong into
/// type_into_field().
bool is_typed_apart(const char* text);
/// Typed characters for the field that the keyboard is in, at its cursor, in the next frame.
void type_into_field(const char* text);

/// What the system's clipboard holds; empty where that is no text.
std::string clipboard_text();
/// The reason of a failure; empty on success.
std::string set_clipboard_text(const std::string& text);

/// Gives ImGui's fields the system's clipboard, with every character. ImGui is current.
void connect_clipboard();

}  // namespace marrow::app
