// One function a panel, each in a file of its own; app.cpp calls them once a frame with a fixed place and size. ImGui is current.
#pragma once

#include "app/editor.h"
#include "view/renderer.h"

namespace marrow::app {

void draw_menu_bar(Editor& editor);                            ///< menu_bar.cpp: menus, the three tabs, the document's name
void draw_scene_panel(Editor& editor);                         ///< scene_panel.cpp: the tree with search, captured counts, radii, eyes
void draw_inspector(Editor& editor);                           ///< inspector.cpp: fields of the active node or joint, poses
void draw_history_panel(Editor& editor);                       ///< history_panel.cpp: named steps, click to travel
void draw_viewport(Editor& editor, view::Renderer& renderer);  ///< viewport.cpp: the picture, picking, gizmo, radius handle, camera
void draw_status_bar(Editor& editor);                          ///< status_bar.cpp: coverage chip, what the mouse does now, counts and cost
void draw_file_browser(Editor& editor);                        ///< file_browser.cpp: the modal for open, import, save as, export

}  // namespace marrow::app
