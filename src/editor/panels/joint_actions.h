// Edits of joints by menus, tree and windows. Each is one step, on both sides if editing is
// symmetric; a toast reports effects that are not visible at once.
#pragma once

#include <string>

#include "editor/editor.h"

namespace marrow {

struct MirrorDialog;

void rename(Session& session, Id target, const std::string& name);
void split_selected(Session& session, int pieces);
/// Copies the selected joints to the other side, each from the side it is on.
void mirror_selected(Session& session);
/// Performs the operation of the mirror window. Returns false if refused.
bool mirror(Session& session, const op::MirrorSide& operation);

/// Locks a joint or hides its capsule (not an edit of the scene); if the joint is selected, all
/// selected joints.
void set_locked(Session& session, Id joint, bool locked);
void set_hidden(Session& session, Id joint, bool hidden);
/// Locks or hides all selected joints; if all are locked or hidden, unlocks or shows them.
void toggle_locked(Editor& editor);
void toggle_hidden(Editor& editor);
void show_all_capsules(Session& session);
/// Whether all selected joints are locked or hidden; false if none is selected.
bool are_locked(const Editor& editor);
bool are_hidden(const Editor& editor);

/// Props: attach the selected nodes to the only selected joint, or move them from their joints to
/// the skeleton's node. None if nothing would change.
std::optional<Operation> hang_on_joint_operation(const Editor& editor);
std::optional<Operation> take_off_joint_operation(const Editor& editor);
void hang_on_joint(Editor& editor);
void take_off_joint(Editor& editor);

/// Open a window, or focus it if it is open, and close the other one.
void open_find(Session& session, PanelsState& panels);
void open_mirror(Session& session, PanelsState& panels);
/// Returns false if no window was open.
bool close_joint_dialogs(Session& session, PanelsState& panels);

/// The operation of the mirror window; none if no skeleton is shown.
std::optional<op::MirrorSide> mirror_operation(const Session& session, const MirrorDialog& dialog);

}  // namespace marrow
