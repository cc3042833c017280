// Context menus over the picture and over a row of the tree, with the same entries.
#pragma once

#include "editor/session.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

/// The popup "##viewport_menu", when it is open.
void draw_viewport_menu(Editor& editor);

/// Entries for one node or joint; inside an open popup.
void draw_target_menu(Editor& editor, Id target);

}  // namespace marrow::app
