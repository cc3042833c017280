// Menu bar, status bar, help, palette, preferences.
#pragma once

#include "app/widgets/layout.h"
#include "editor/editor.h"

namespace marrow::app {

/// menu_bar.cpp: menus, the three tabs, the document's name.
void draw_menu_bar(Editor& editor);
/// status_bar.cpp: coverage, what the mouse does now, counts and cost.
void draw_status_bar(Editor& editor);
/// help.cpp: callouts on the interface, and lists of keys and mouse, over everything else.
void draw_help(Session& session, HelpState& help, ShellState& shell, const Layout& layout);
/// palette_window.cpp: a field and matches at the top of the window, while the palette is open.
void draw_palette(Editor& editor);
/// preferences_window.cpp: edits the preferences, while the window is open; changes take effect at
/// once.
void draw_preferences(Session& session, HelpState& help, ViewportState& viewport);

}  // namespace marrow::app
