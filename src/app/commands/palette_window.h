#pragma once

#include "editor/session.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

/// The palette while it is open: a field and matches, at the top of the window. ImGui is current.
void draw_palette(Editor& editor);

}  // namespace marrow::app
