// The card about a body that is being measured. ImGui is current.
#pragma once

#include "app/widgets/layout.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

/// From `y` down; nothing while no body is measured, or the work is quick. Returns the lower end,
/// window pixels.
float draw_measuring_card(Editor& editor, const Rect& viewport, float y);

}  // namespace marrow::app
