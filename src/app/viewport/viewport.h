// The picture and everything that lies on it: words, tools, axis balls, legend, hints, menus. ImGui
// is current.
#pragma once

#include "app/widgets/plate.h"
#include "editor/editor.h"

namespace marrow::app {

/// Shows `picture`, a GL texture of editor.picture_size that app.cpp draws afterwards, with
/// overlays. Handles picking, gizmo, radius handle and camera.
void draw_viewport(Editor& editor, unsigned picture);

/// "Layout", "Rig" or "Pose".
const char* mode_word(Tab tab);

// Overlays with items: drawn before the canvas, so that they get the pointer first.
/// viewport_tools_ui.cpp
void draw_tool_strip(Session& session, ViewportState& viewport, const Area& area);
/// Rows right of the mode word: axes, pivot, bone end, brush, symmetry. After draw_tool_strip().
void draw_tool_options(Editor& editor, const Area& area);
/// viewport_axis_ui.cpp: in the upper right corner, below the rows of tool options if they extend
/// so far.
void draw_axis_balls(Session& session, const Area& area);
/// viewport_legend.cpp: the heat map drop-down in the lower left corner and the legend above it;
/// while the welcome card is shown, in the lower right. Returns their width, pixels.
float draw_heat(Editor& editor, const Area& area);

// Words and marks only.
void draw_mode(const Session& session, const Area& area);
void draw_hint(Editor& editor, const Area& area, const Room& room);
/// Also removes toasts whose time is over.
void draw_toasts(Session& session, const Room& room);
/// viewport_labels.cpp: labels near the pointer and the joints, the selection box.
void draw_labels(Session& session, BenchState& bench, ViewportState& viewport,
                 const FigureState& figure, const Area& area);

/// Seconds until an overlay changes by itself (a toast fades); very large when none does.
double seconds_to_next_change(const Session& session, const CourseState& course,
                              const ViewportState& viewport);

// Context menus over the picture and over a row of the tree, with the same entries.

/// The popup "##viewport_menu", when it is open.
void draw_viewport_menu(Editor& editor);

/// Entries for one node or joint; inside an open popup.
void draw_target_menu(Editor& editor, Id target);

}  // namespace marrow::app
