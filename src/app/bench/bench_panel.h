// What this folder draws: the Bench tab, and over the picture the swipe view. ImGui is current.
#pragma once

#include "app/widgets/plate.h"

namespace marrow {
struct Editor;
}  // namespace marrow

namespace marrow::app {

void draw_bench(Editor& editor);  ///< bench.cpp: coverage, meters, sweep, weights, left and right
/// compare_ui.cpp: captions, divider and controls of the swipe view. Returns the controls' height.
float draw_compare(Editor& editor, const Area& area);

}  // namespace marrow::app
