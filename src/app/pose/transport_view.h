// The strip below the picture that plays motions, and the dialogue that puts one on a skeleton.
// ImGui is current.
#pragma once

#include "editor/session.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

/// The strip's row inside the place at the bottom of the viewport.
void draw_transport(Editor& editor);

/// The dialogue while it is open.
void draw_retarget(Editor& editor);

}  // namespace marrow::app
