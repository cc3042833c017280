// A command as an entry of a menu, and as a button.
#pragma once

namespace marrow {
struct Editor;
}

namespace marrow::app {

/// A menu entry with the command's label, key and tick; grayed while the command is disabled.
/// Inside an open menu or popup.
void command_entry(Editor& editor, const char* id);

/// An icon button with the command's tooltip; grayed while the command is disabled. The next item
/// follows in the same row.
void command_button(Editor& editor, const char* id, const char* glyph, const char* command_id,
                    bool active = false);

}  // namespace marrow::app
