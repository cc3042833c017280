// One function per panel, each in a file of its own; those of other folders are declared there.
// places.cpp calls each once a frame inside an ImGui window at a fixed place and size (no title, no
// border, padding 12 x 8, the viewport none): a panel draws content only and opens child windows to
// scroll. A panel may change the document; the picture is drawn after all panels.
#pragma once

#include "editor/editor.h"

namespace marrow::app {

/// The tree with search, captured counts, radii, locks and eyes.
void draw_scene_panel(Editor& editor);
/// Fields of the active node or joint, poses.
void draw_inspector(Editor& editor);
/// Named steps; a click goes to one.
void draw_history_panel(Session& session, PanelsState& panels);

/// The windows of find and replace in names, and of mirroring, if open; outside of any window. The
/// viewport stays usable: an unpaired joint can be selected and renamed, and the list follows.
void draw_joint_dialogs(Session& session, PanelsState& panels);

}  // namespace marrow::app
