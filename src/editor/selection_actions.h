// Functions behind commands: selection along the skeleton, edits of the whole selection, the view.
#pragma once

#include "editor/editor.h"

namespace marrow {

/// Deletes the selected joints (children get the grandparent as parent, or with `subtree` are
/// deleted) and nodes. A toast reports vertices that become uncovered.
void delete_selected(Session& session, bool subtree);
/// Selects the parent (or first child) of the active joint or node, if there is one.
void select_parent(Session& session, PanelsState& panels);
void select_child(Session& session, PanelsState& panels);
/// Adds everything below the active joint to the selection.
void select_chain(Session& session);
/// All joints of the shown skeleton in Rig and Pose, all nodes in Layout.
void select_all(Session& session);

/// Sets falloff, blend and similar choices of the shown skeleton.
void set_choices(Session& session, const SkeletonChoices& choices);
/// The skeleton of shown_skeleton(); nullptr if none.
const Skeleton* skeleton_on_show(const Session& session);

/// Changes the UI scale by steps of 0.1; 0 returns to the scale of the display.
void change_ui_scale(Session& session, int steps);
void toggle_xray(Session& session);

}  // namespace marrow
