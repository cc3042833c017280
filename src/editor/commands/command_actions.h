// What the commands of the keymap do beyond one call: selections that follow the skeleton, edits of
// everything selected.
#pragma once

#include "editor/editor.h"

namespace marrow {

/// Deletes the selected joints (their children go to the grandparent) or nodes; says how many
/// vertices that uncovered.
void delete_selected(Editor& editor, bool subtree);
/// Selects the parent (or first child) of the active joint or node, when there is one.
void select_parent(Editor& editor);
void select_child(Editor& editor);
/// Adds everything below the active joint to the selection.
void select_chain(Editor& editor);
/// All joints of the shown skeleton in Rig and Pose, all nodes in Layout.
void select_all(Editor& editor);

void set_falloff(Editor& editor, Falloff falloff);
/// The skeleton on show, nullptr when there is none.
const Skeleton* skeleton_on_show(const Editor& editor);

/// Multiplies the UI scale by whole steps of a tenth; 0 goes back to the display's own.
void change_ui_scale(Editor& editor, int steps);
void toggle_xray(Editor& editor);

/// The graphics card skins what the engine deforms; the results of other functions are drawn as
/// they are.
bool can_skin_on_card(const Editor& editor);
/// That it can and was chosen.
bool skins_on_card(const Editor& editor);

}  // namespace marrow
