// Functions of commands: selections that follow the skeleton, edits of everything selected.
#pragma once

#include "editor/session.h"

namespace marrow {

struct PanelsState;

/// Deletes the selected joints (children go to the grandparent) or nodes; says what gets uncovered.
void delete_selected(Session& session, bool subtree);
/// Selects the parent (or first child) of the active joint or node, when there is one.
void select_parent(Session& session, PanelsState& panels);
void select_child(Session& session, PanelsState& panels);
/// Adds everything below the active joint to the selection.
void select_chain(Session& session);
/// All joints of the shown skeleton in Rig and Pose, all nodes in Layout.
void select_all(Session& session);

void set_choices(Session& session, const SkeletonChoices& choices);  ///< of the shown skeleton
const Skeleton* skeleton_on_show(const Session& session);

/// Multiplies the UI scale by whole steps of a tenth; 0 goes back to the display's own.
void change_ui_scale(Session& session, int steps);
void toggle_xray(Session& session);

}  // namespace marrow
