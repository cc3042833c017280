// Objects under the pointer, and the selection by a click. No ImGui.
#pragma once

#include <vector>

#include "editor/drag_state.h"
#include "editor/session.h"
#include "view/picture/picking.h"

namespace marrow {

struct Editor;
struct ViewportState;

/// The viewport's picture, also for picking: the present scene with selection, hover and the
/// present tab's options.
view::Picture picture_of(const Editor& editor);

/// Candidates of a click, likeliest first: rims (in Rig, but not while adding bones), joint balls,
/// capsules, meshes. Ids are those to select: in Layout nodes; in Rig and Pose joints, a mesh
/// standing for the joint with the largest weight at the hit (its node where no joint has one).
std::vector<view::Pick> picks_at(const Editor& editor, glm::vec2 pixel);

/// Updates what the pointer is over: gizmo handle, then picks; the add tool's ghost.
void update_hover(Editor& editor, glm::vec2 pixel);
void clear_hover(ViewportState& viewport);

/// A click without a drag. Plain: selects what is under the pointer, at a repeated click the next
/// thing there ("2 of 3: elbow.L" is said); nothing there clears. Add and subtract change the
/// selection.
void click_at(Editor& editor, glm::vec2 pixel, bool add, bool subtract);

/// The second of two quick clicks: the chain below what was selected, which the first one may have
/// left for what lies behind it.
void double_click(Session& session, ViewportState& viewport);

/// Explains the vertex nearest to what is under a viewport pixel; over no bound mesh the card
/// closes.
void explain_at(Editor& editor, glm::vec2 pixel);

/// Joints (in Layout: nodes) whose middle lies in the box.
void select_in_box(Editor& editor, const BoxDrag& box);

}  // namespace marrow
