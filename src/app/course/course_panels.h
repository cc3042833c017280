// The Course and Explain tabs, and what they draw on the picture.
#pragma once

#include "app/widgets/plate.h"
#include "editor/editor.h"

namespace marrow::app {

/// explain_panel.cpp: the active joint's matrices, live.
void draw_explain(Editor& editor);
/// course_panel.cpp: the assignment's checks.
void draw_course(Session& session, CourseState& course, ViewportState& viewport);
/// explain_card.cpp: a window that can be dragged, while a vertex is explained.
void draw_explain_card(Session& session, ExplainState& explain, const Area& area);
/// lens_ui.cpp: the strip of the increment lens, while it is on. Returns its height.
float draw_lens(const Session& session, const ExplainPanelState& explain_panel,
                const PanelsState& panels, const Area& area);
/// course_panel.cpp: the title of the shown case and a legend of its colors.
void draw_case_note(const Session& session, const CourseState& course, const Area& area);

}  // namespace marrow::app
