// Inverse kinematics in the viewport: the tip of a bone in hand with its limb following, pinned
// tips and how they are marked. No ImGui.
#pragma once

#include "editor/session.h"
#include "editor/viewport/drag_state.h"

namespace marrow {

struct ViewportState;

/// In Pose: the joint whose tip lies nearest to the pixel, within ten pixels at UI scale 1; kNoId
/// when none does.
Id tip_at(const Session& session, glm::vec2 pixel);

/// Takes hold of a joint's tip: from then on it follows the pointer in the plane through it that
/// faces the camera, and its limb follows (the whole body while session.whole_body). Ctrl moves in
/// whole steps, Shift by a tenth. False, and a toast that says why, when it cannot.
bool begin_ik_drag(Session& session, ViewportState& viewport, Id joint, const Pointer& pointer);

/// Pins the selected joints; when all are pinned already, lets them go. One step.
void toggle_pins(Session& session);
/// Lets go of every pinned joint of the skeleton that is shown.
void unpin_all(Session& session);
bool has_pins(const Session& session);  ///< of the skeleton that is shown

/// Pinned tips, the tip under the pointer, the one in hand with a line to where it is pulled; of
/// constant size on the screen.
void add_tips(view::Overlay& overlay, const Session& session, const ViewportState& viewport);

}  // namespace marrow
