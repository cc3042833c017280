// Draws the Bench tab, the swipe view and the window "Fit thoroughly". (The range-of-motion sheet:
// sheet_window.h.)
#pragma once

#include "app/widgets/plate.h"
#include "editor/editor.h"

namespace marrow::app {

/// bench.cpp: the Bench tab: coverage, meters, sweep, weights, left and right.
void draw_bench(Editor& editor);
/// compare_ui.cpp: captions, divider and controls of the swipe view. Returns the controls' height.
float draw_compare(Editor& editor, const Area& area);
/// capsule_fit_window.cpp: the window "Fit thoroughly", while CapsuleFitState::is_open.
void draw_capsule_fit(Editor& editor);

}  // namespace marrow::app
