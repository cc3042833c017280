// Inverse kinematics in the viewport: a dragged tip with its limb, and pins. No ImGui.
#pragma once

#include "editor/session.h"
#include "editor/viewport/drag_state.h"

namespace marrow {

struct ViewportState;

/// In Pose: the joint whose tip is nearest to the pixel, within ten pixels at UI scale 1; else
/// kNoId.
Id tip_at(const Session& session, glm::vec2 pixel);

/// Drags a joint's tip in the plane through it that faces the camera; its limb follows (the whole
/// body while session.whole_body). Ctrl moves in whole steps, Shift by a tenth. False, and a toast
/// with the reason, when it cannot.
bool begin_ik_drag(Session& session, ViewportState& viewport, Id joint, const Pointer& pointer);

/// Pins the selected joints; when all are pinned, unpins them. One step.
void toggle_pins(Session& session);
/// Unpins every joint of the shown skeleton.
void unpin_all(Session& session);
bool has_pins(const Session& session);  ///< of the skeleton that is shown

/// Pinned tips, the tip under the pointer, the dragged tip with a line to its target; of constant
/// screen size.
void add_tips(view::Overlay& overlay, const Session& session, const ViewportState& viewport);

}  // namespace marrow
