// A command as an entry of a menu, and as a button.
#pragma once

namespace marrow {
struct Editor;
}

namespace marrow::app {

/// Its label, key and tick; grayed while it is disabled. Inside an open menu or popup.
void command_entry(Editor& editor, const char* id);

/// An icon with the command's tooltip; grayed while it is disabled. The next item stands beside it.
void command_button(Editor& editor, const char* id, const char* glyph, const char* command_id,
                    bool active = false);

}  // namespace marrow::app
