// The card of Rig > Make a skeleton: the search, then what to do with the markers.
#pragma once

#include "app/widgets/layout.h"
#include "editor/editor.h"

namespace marrow::app {

/// Draws at `y` and moves it below. ImGui is current.
void draw_figure_card(Editor& editor, const Rect& viewport, float& y);

}  // namespace marrow::app
