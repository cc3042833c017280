// One function a panel, each in a file of its own. app.cpp calls each once a frame INSIDE an ImGui window that it has begun at a fixed
// place and size (no title, no border, padding 12 x 8, the viewport none): a panel draws content only and opens child windows where it
// scrolls. The order is that of one frame: every panel may change the document, then the viewport takes its input, then app.cpp calls
// deformer.update(), then the viewport draws what is true now.
#pragma once

#include "app/editor.h"
#include "view/renderer.h"

namespace marrow::app {

void draw_menu_bar(Editor& editor);          ///< menu_bar.cpp: menus, the three tabs, the document's name
void draw_scene_panel(Editor& editor);       ///< scene_panel.cpp: the tree with search, captured counts, radii, eyes
void draw_inspector(Editor& editor);         ///< inspector.cpp: fields of the active node or joint, poses
void draw_history_panel(Editor& editor);     ///< history_panel.cpp: named steps, click to travel
void handle_viewport_input(Editor& editor);  ///< viewport.cpp: picking, gizmo, radius handle, camera -> document
/// viewport.cpp: the picture (renderer.draw with editor.samples, only when the picture or the samples differ from the last one drawn), the
/// overlays, the tool strip. The same ImGui window as handle_viewport_input(); toasts are drawn by the shell, above its bottom edge.
void draw_viewport(Editor& editor, view::Renderer& renderer);
void draw_status_bar(Editor& editor);    ///< status_bar.cpp: coverage chip, what the mouse does now, counts and cost
void draw_file_browser(Editor& editor);  ///< file_browser.cpp: the modal for open, import, save as, export

}  // namespace marrow::app
