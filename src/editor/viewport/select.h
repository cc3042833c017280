// What is under the pointer and what a click on it selects. No ImGui.
#pragma once

#include <vector>

#include "editor/session.h"
#include "editor/viewport/bone_plan.h"
#include "editor/viewport/drag_state.h"
#include "view/picture/picking.h"

namespace marrow {

struct Editor;
struct ViewportState;

/// What the viewport draws and picks in: the scene as it is now, with the selection, what is
/// hovered, and what the present tab shows.
view::Picture picture_of(const Editor& editor);

/// What a click would take, first the likeliest: rims (in Rig, but not while bones are added),
/// joint balls, capsules, meshes. Ids are those that get selected: in Layout nodes; in Rig and Pose
/// joints, a mesh standing for the joint with the largest weight at the hit (its node when nothing
/// holds the vertex).
std::vector<view::Pick> picks_at(const Editor& editor, glm::vec2 pixel);

/// What the add tool would place under the pointer: the middle between the first two mesh hits;
/// over no mesh, the point at the depth of the active joint's tip (of the camera's target when
/// there is none). `near_surface`: a quarter of the way in instead, for what lies just below the
/// skin, and as thin as that calls for.
GhostPoint ghost_point(const Session& session, const ViewportState& viewport, glm::vec2 pixel,
                       bool near_surface = false);

/// Finds again what the pointer is over: gizmo handle, then picks; the ghost of the add tool.
void update_hover(Editor& editor, glm::vec2 pixel);
void clear_hover(ViewportState& viewport);

/// A click that did not become a drag. Plain: selects what is under the pointer, a repeated click
/// at one pixel the next thing there, nothing there clears; "2 of 3: elbow.L" is said for a while.
/// Add and subtract change the selection by what is under the pointer.
void click_at(Editor& editor, glm::vec2 pixel, bool add, bool subtract);

/// Joints (in Layout: nodes) whose middle lies in the box.
void select_in_box(Session& session, const BoxDrag& box);

}  // namespace marrow
