// One function per panel, each in its own file. Other folders declare their panels.
// panel_layout.cpp calls each panel once a frame inside an ImGui window with a fixed place
// and size, without title and border, with padding 12 x 8 (the viewport has no padding). A panel
// draws its content and opens child windows to scroll. It may change the document; the picture is
// drawn after all panels.
#pragma once

#include "editor/editor.h"

namespace marrow::app {

/// The tree with search, captured counts, radii, locks and eyes.
void draw_scene_panel(Editor& editor);
/// Fields of the active node or joint, poses.
void draw_inspector(Editor& editor);
/// figure_panel.cpp: in place of the inspector while a skeleton is made.
void draw_figure_panel(Editor& editor);
/// Named steps; a click goes to one.
void draw_history_panel(Editor& editor);

/// Draws the windows "Find and replace" and "Mirror", if they are open. Not to be called inside
/// another window. The viewport stays usable: an unpaired joint can be selected and renamed, and
/// the list follows.
void draw_joint_dialogs(Session& session, PanelsState& panels);

}  // namespace marrow::app
