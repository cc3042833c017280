// Inverse kinematics in the viewport: drags of tips and of pole arrows, and pins.
#pragma once

#include <string>

#include "editor/drag_state.h"
#include "editor/editor.h"

namespace marrow {

/// In Pose: the joint whose tip is nearest to the pixel, within ten pixels at UI scale 1; else
/// kNoId.
Id tip_at(const Session& session, glm::vec2 pixel);

/// Drags a joint's tip in the plane through it that faces the camera; its limb follows (the whole
/// body while session.whole_body). Ctrl moves in whole steps, Shift by a tenth. If that is not
/// possible, returns false and shows a toast with the reason.
bool begin_ik_drag(Session& session, ViewportState& viewport, Id joint, const Pointer& pointer);

/// In Pose: true if the pixel is on the head of the pole arrow of the active elbow or knee, and the
/// head is not in front of the joint itself.
bool pole_at(const Session& session, glm::vec2 pixel);
/// Turns the pole arrow about the bone above (op::SetPole): 15° steps with Ctrl, a tenth with
/// Shift. Returns false if there is no arrow.
bool begin_pole_drag(Session& session, const Pointer& pointer);
/// Draws the pole arrow, which shows the direction in which the elbow or knee bends.
void add_pole(view::Overlay& overlay, const Session& session, const ViewportState& viewport);

/// Pins the selected joints, or unpins them if all are pinned. One step.
void toggle_pins(Session& session);
void unpin_all(Session& session);
/// Whether a joint of the shown skeleton is pinned.
bool has_pins(const Session& session);

/// "foot.L 0.034 short" (world units) for the pinned tip that is farthest from its place; empty if
/// all are in place.
std::string shortfall_text(const Session& session);

/// Draws pinned tips with a line to the places they do not reach, the hovered tip, and the dragged
/// tip with a line to its target; in constant screen size.
void add_tips(view::Overlay& overlay, const Session& session, const ViewportState& viewport);

}  // namespace marrow
