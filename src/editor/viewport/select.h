// Objects under the pointer, and selection by clicks and boxes.
#pragma once

#include <vector>

#include "editor/drag_state.h"
#include "editor/editor.h"
#include "view/picture/picking.h"

namespace marrow {

/// The viewport's picture, also for picking: the present scene with selection, hover and the
/// options of the present tab.
view::Picture picture_of(const Editor& editor);

/// Candidates of a click, likeliest first: rims (in Rig, but not while adding bones), joint balls,
/// capsules, meshes. Ids are those to select: nodes in Layout, else joints. Outside Layout a mesh
/// counts as the joint with the largest weight at the hit, or as its node if no joint has weight.
std::vector<view::Pick> picks_at(const Editor& editor, glm::vec2 pixel);

/// Updates the hovered object (gizmo handle, then picks) and the add tool's ghost.
void update_hover(Editor& editor, glm::vec2 pixel);
void clear_hover(ViewportState& viewport);

/// A click without a drag. Selects the object under the pointer; a repeated click selects the next
/// one there ("2 of 3: elbow.L"). If there is none, clears the selection. `add` and `subtract`
/// change the selection instead.
void click_at(Editor& editor, glm::vec2 pixel, bool add, bool subtract);

/// Selects the chain below the active object. If the first of the two clicks selected an object
/// behind it, the chain is that of the object in front.
void double_click(Session& session, ViewportState& viewport);

/// Explains the vertex nearest to the hit under a pixel of the viewport; over no bound mesh, closes
/// the card.
void explain_at(Editor& editor, glm::vec2 pixel);

/// Selects joints (in Layout: nodes) whose middle is in the box.
void select_in_box(Editor& editor, const BoxDrag& box);

}  // namespace marrow
