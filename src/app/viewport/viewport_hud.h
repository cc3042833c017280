// Overlays of the picture: words, tools, axis balls, legend, hints. ImGui is current.
#pragma once

#include <imgui.h>

#include "app/widgets/plate.h"
#include "editor/session.h"

namespace marrow {
struct BenchState;
struct CourseState;
struct Editor;
struct ViewportState;
}  // namespace marrow

namespace marrow::app {

/// Rig teal, Pose violet, Layout gray: for the present tab's word and frame.
ImU32 mode_color(Tab tab);
const char* mode_word(Tab tab);

// Overlays with items: drawn before the canvas, so that they take the pointer first.
void draw_tool_strip(Session& session, ViewportState& viewport,
                     const Area& area);  ///< viewport_tools_ui.cpp
/// The rows beside the mode word: orientation, which end, children ride. After the tools.
void draw_tool_options(Editor& editor, const Area& area);
/// viewport_axis_ui.cpp. In the upper right corner, below those rows where they come so far.
void draw_axis_balls(Session& session, const Area& area);
/// viewport_legend.cpp: the heat map drop-down in the lower left corner and the legend above it;
/// beside the welcome card in the lower right. Returns their width.
float draw_heat(Editor& editor, const Area& area);

// Words and marks only.
void draw_mode(const Session& session, const Area& area);
void draw_hint(Editor& editor, const Area& area, const Room& room);
void draw_toasts(Session& session, const Room& room);  ///< forgets those that have been read
void draw_labels(Session& session, BenchState& bench, ViewportState& viewport,
                 const Area& area);  ///< viewport_labels.cpp: beside the pointer: a rim's radius
                                     ///< and captures, an angle, a box

/// Seconds until an overlay changes by itself (a toast fades); very large when none does.
double seconds_to_next_change(const Session& session, const CourseState& course,
                              const ViewportState& viewport);

}  // namespace marrow::app
