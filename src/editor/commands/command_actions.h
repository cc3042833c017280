// What the commands of the keymap do beyond one call: selections that follow the skeleton, edits of
// everything selected.
#pragma once

#include "editor/session.h"

namespace marrow {

/// Deletes the selected joints (their children go to the grandparent) or nodes; says how many
/// vertices that uncovered.
void delete_selected(Session& session, bool subtree);
/// Selects the parent (or first child) of the active joint or node, when there is one.
void select_parent(Session& session);
void select_child(Session& session);
/// Adds everything below the active joint to the selection.
void select_chain(Session& session);
/// All joints of the shown skeleton in Rig and Pose, all nodes in Layout.
void select_all(Session& session);

void set_falloff(Session& session, Falloff falloff);
/// The skeleton on show, nullptr when there is none.
const Skeleton* skeleton_on_show(const Session& session);

/// Multiplies the UI scale by whole steps of a tenth; 0 goes back to the display's own.
void change_ui_scale(Session& session, int steps);
void toggle_xray(Session& session);

/// The graphics card skins what the engine deforms; the results of other functions are drawn as
/// they are.
bool can_skin_on_card(const Session& session);
/// That it can and was chosen.
bool skins_on_card(const Session& session);

}  // namespace marrow
