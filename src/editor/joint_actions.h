// What menus, the tree and the windows about joints do to joints. Each is one step, goes to both
// sides while symmetric editing is on, and says what became of it where that is not seen at once.
// No ImGui.
#pragma once

#include <string>

#include "editor/session.h"

namespace marrow {

struct Editor;
struct MirrorDialog;
struct PanelsState;

void rename(Session& session, Id target, const std::string& name);  ///< a node or a joint
void split_selected(Session& session, int pieces);
void mirror_selected(Session& session);  ///< onto the other side, each from the side it is on
/// Does what the window shows. True when it was done.
bool mirror(Session& session, const op::MirrorSide& operation);

/// A joint of the selection takes all selected ones along; another is meant alone.
void set_locked(Session& session, Id joint, bool locked);
void set_hidden(Session& session, Id joint, bool hidden);  ///< its capsule; no edit of the scene
void toggle_locked(
    Editor& editor);  ///< the selected ones: all of them, unless all are locked already
void toggle_hidden(Editor& editor);
void show_all_capsules(Session& session);
bool are_locked(const Editor& editor);  ///< every selected joint; false when none is selected
bool are_hidden(const Editor& editor);

void open_find(Session& session,
               PanelsState& panels);  ///< closes the other window; open already: takes the focus
void open_mirror(Session& session, PanelsState& panels);
/// False when none was open.
bool close_joint_dialogs(Session& session, PanelsState& panels);

/// What the window of mirroring would do; nothing when no skeleton is shown.
std::optional<op::MirrorSide> mirror_operation(const Session& session, const MirrorDialog& dialog);

}  // namespace marrow
