// The help that lies over the window: callouts on the real interface, and the lists of keys and mouse, made from the keymap's tables.
#pragma once

#include "app/editor.h"
#include "app/layout.h"

namespace marrow::app {

/// Opens or closes it. Held down, F1 shows it until it is released; a tap leaves it there.
void toggle_help(Editor& editor);
/// Over everything else. ImGui is current.
void draw_help(Editor& editor, const Layout& layout);

}  // namespace marrow::app
