// The help that lies over the window: callouts on the real interface, and the lists of keys and
// mouse, made from the keymap's tables.
#pragma once

#include "app/widgets/layout.h"
#include "editor/editor.h"

namespace marrow::app {

/// Over everything else. ImGui is current.
void draw_help(Editor& editor, const Layout& layout);

}  // namespace marrow::app
