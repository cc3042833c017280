// Edits of joints by menus, tree and windows. Each is one step, on both sides while symmetric
// editing is on, and reports what is not seen at once. No ImGui.
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
/// Performs what the window shows. True when it was done.
bool mirror(Session& session, const op::MirrorSide& operation);

/// A selected joint acts on the whole selection, another one on itself alone.
void set_locked(Session& session, Id joint, bool locked);
void set_hidden(Session& session, Id joint, bool hidden);  ///< its capsule; no edit of the scene
void toggle_locked(
    Editor& editor);  ///< the selected ones: all of them, unless all are locked already
void toggle_hidden(Editor& editor);
void show_all_capsules(Session& session);
bool are_locked(const Editor& editor);  ///< every selected joint; false when none is selected
bool are_hidden(const Editor& editor);

/// Props: the selected nodes onto the one selected joint; off theirs, below the skeleton's node.
/// None where nothing would change.
std::optional<Operation> hang_on_joint_operation(const Editor& editor);
std::optional<Operation> take_off_joint_operation(const Editor& editor);
void hang_on_joint(Editor& editor);
void take_off_joint(Editor& editor);

void open_find(Session& session,
               PanelsState& panels);  ///< closes the other window; open already: takes the focus
void open_mirror(Session& session, PanelsState& panels);
/// False when none was open.
bool close_joint_dialogs(Session& session, PanelsState& panels);

/// The operation of the mirror window; none when no skeleton is shown.
std::optional<op::MirrorSide> mirror_operation(const Session& session, const MirrorDialog& dialog);

}  // namespace marrow
