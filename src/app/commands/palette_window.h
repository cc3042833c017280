// The command palette's window.
#pragma once

#include "editor/session.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

/// A field and what matches, at the top of the window, while it is open. ImGui is current.
void draw_palette(Editor& editor);

}  // namespace marrow::app
