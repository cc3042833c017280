// The card about a body that is being measured. ImGui is current.
#pragma once

#include "app/widgets/layout.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

/// From `y` down; nothing while none is measured, or quickly. Returns its lower end, window pixels.
float draw_measuring_card(Editor& editor, const Rect& viewport, float y);

}  // namespace marrow::app
