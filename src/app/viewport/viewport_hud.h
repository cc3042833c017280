// Overlays of the picture: words, tools, axis balls, legend, hints. ImGui is current; areas are in
// screen pixels.
#pragma once

#include <imgui.h>

#include "editor/session.h"

namespace marrow {
struct BenchState;
struct CourseState;
struct Editor;
struct ExplainState;
struct ExplainPanelState;
struct PanelsState;
struct ViewportState;
}  // namespace marrow

namespace marrow::app {

/// The picture's rectangle on the screen.
struct Area {
  ImVec2 low, size;
  ImVec2 high() const { return {low.x + size.x, low.y + size.y}; }
};

/// Room for hints and toasts: the picture without its lower corners' widgets.
struct Room {
  Area free;
  float middle = 0.0f;  ///< of the whole picture, screen x
};

/// Rig teal, Pose violet, Layout grey: for the present tab's word and frame.
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
/// compare_ui.cpp: captions, divider and controls of the swipe view. Returns the controls' height.
float draw_compare(Editor& editor, const Area& area);

void draw_explain_card(
    Session& session, ExplainState& explain,
    const Area& area);  ///< explain_card.cpp: a window of its own, while a vertex is explained
void draw_welcome_card(Editor& editor,
                       const Area& area);  ///< welcome_card.cpp: likewise, until it is dismissed

// Words and marks only. lens_ui.cpp: the strip of the increment lens while it is on. Returns its
// height.
float draw_lens(const Session& session, const ExplainPanelState& explain_panel,
                const PanelsState& panels, const Area& area);
void draw_case_note(
    const CourseState& course,
    const Area& area);  ///< course_case_ui.cpp: whose scene this is while a check's case is on show
void draw_mode(const Session& session, const Area& area);
void draw_hint(Editor& editor, const Area& area, const Room& room);
void draw_toasts(Session& session, const Room& room);  ///< forgets those that have been read
void draw_labels(Session& session, BenchState& bench, ViewportState& viewport,
                 const Area& area);  ///< viewport_labels.cpp: beside the pointer: a rim's radius
                                     ///< and captures, an angle, a box

/// Text on a dark rounded plate with its upper left corner at `at`, kept inside the area. Returns
/// its size.
using PlateLines = std::vector<std::pair<std::string, ImU32>>;
ImVec2 plate_size(const PlateLines& lines);
ImVec2 draw_plate(const Area& area, ImVec2 at, const PlateLines& lines);

/// Seconds until an overlay changes by itself (a toast fades); very large when none does.
double seconds_to_next_change(const Session& session, const CourseState& course,
                              const ViewportState& viewport);

}  // namespace marrow::app
