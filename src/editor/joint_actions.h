// What menus, the tree and the windows about joints do to joints. Each is one step, goes to both
// sides while symmetric editing is on, and says what became of it where that is not seen at once.
// No ImGui.
#pragma once

#include <string>

#include "editor/editor.h"
#include "editor/joint_dialogs_state.h"

namespace marrow {

void rename(Editor& editor, Id target, const std::string& name);  ///< a node or a joint
void split_selected(Editor& editor, int pieces);
void mirror_selected(Editor& editor);  ///< onto the other side, each from the side it is on
/// Does what the window shows. True when it was done.
bool mirror(Editor& editor, const op::MirrorSide& operation);

/// A joint of the selection takes all selected ones along; another is meant alone.
void set_locked(Editor& editor, Id joint, bool locked);
void set_hidden(Editor& editor, Id joint, bool hidden);  ///< its capsule; no edit of the scene
void toggle_locked(
    Editor& editor);  ///< the selected ones: all of them, unless all are locked already
void toggle_hidden(Editor& editor);
void show_all_capsules(Editor& editor);
bool are_locked(const Editor& editor);  ///< every selected joint; false when none is selected
bool are_hidden(const Editor& editor);

void open_find(Editor& editor);  ///< closes the other window; open already: takes the focus
void open_mirror(Editor& editor);
/// False when none was open.
bool close_joint_dialogs(Editor& editor);

/// What the window of mirroring would do; nothing when no skeleton is shown.
std::optional<op::MirrorSide> mirror_operation(const Editor& editor, const MirrorDialog& dialog);

}  // namespace marrow
