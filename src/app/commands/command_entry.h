// A command as an entry of a menu.
#pragma once

namespace marrow {
struct Editor;
}

namespace marrow::app {

/// Its label, key and tick; greyed while it is disabled. Inside an open menu or popup.
void command_entry(Editor& editor, const char* id);

}  // namespace marrow::app
