// One function per panel, each in a file of its own. app.cpp calls each once a frame inside an
// ImGui window at a fixed place and size (no title, no border, padding 12 x 8, the viewport none):
// a panel draws content only and opens child windows to scroll. A panel may change the document;
// the picture is drawn after all panels.
#pragma once

#include "editor/session.h"

namespace marrow {
struct CourseState;
struct Editor;
struct PanelsState;
struct ViewportState;
}  // namespace marrow

namespace marrow::app {

void draw_menu_bar(Editor& editor);  ///< menu_bar.cpp: menus, the three tabs, the document's name
void draw_scene_panel(
    Editor& editor);  ///< scene_panel.cpp: the tree with search, captured counts, radii, eyes
void draw_inspector(Editor& editor);  ///< inspector.cpp: fields of the active node or joint, poses
void draw_bench(Editor& editor);    ///< bench.cpp: coverage, meters, sweep, weights, left and right
void draw_explain(Editor& editor);  ///< explain_panel.cpp: the active joint's matrices, live
void draw_course(Session& session, CourseState& course,
                 ViewportState& viewport);  ///< course_panel.cpp: the assignment's checks
void draw_history_panel(Session& session,
                        PanelsState& panels);  ///< history_panel.cpp: named steps, click to travel
/// viewport.cpp: picking, gizmo, radius handle, camera, overlays. `picture` is the GL texture,
/// editor.picture_size large, that app.cpp draws afterwards.
void draw_viewport(Editor& editor, unsigned picture);
void draw_status_bar(
    Editor& editor);  ///< status_bar.cpp: coverage chip, what the mouse does now, counts and cost
void draw_file_browser(
    Editor& editor);  ///< file_browser.cpp: the modal for open, import, save as, export

}  // namespace marrow::app
