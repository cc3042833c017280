// Inverse kinematics in the viewport: a dragged tip with its limb, and pins. No ImGui.
#pragma once

#include <string>

#include "editor/drag_state.h"
#include "editor/session.h"

namespace marrow {

struct Editor;
struct ViewportState;

/// In Pose: the joint whose tip is nearest to the pixel, within ten pixels at UI scale 1; else
/// kNoId.
Id tip_at(const Session& session, glm::vec2 pixel);

/// Drags a joint's tip in the plane through it that faces the camera; its limb follows (the whole
/// body while session.whole_body). Ctrl moves in whole steps, Shift by a tenth. False, and a toast
/// with the reason, when it cannot.
bool begin_ik_drag(Session& session, ViewportState& viewport, Id joint, const Pointer& pointer);

/// Shows the time of the trail's key under the pointer (timeline/ghosts.h) and drags the tip from
/// there. False when there is none.
bool begin_trail_drag(Editor& editor, const Pointer& pointer);

/// In Pose: the pixel is on the head of the arrow at the active joint, an elbow or a knee, and the
/// head is not seen upon the joint itself.
bool pole_at(const Session& session, glm::vec2 pixel);
/// Drags that arrow about the bone above (op::SetPole): 15 degree steps with Ctrl, a tenth with
/// Shift. False when there is none.
bool begin_pole_drag(Session& session, const Pointer& pointer);
/// That arrow: it shows where the elbow or knee points when it bends.
void add_pole(view::Overlay& overlay, const Session& session, const ViewportState& viewport);

/// Pins the selected joints; when all are pinned, unpins them. One step.
void toggle_pins(Session& session);
/// Unpins every joint of the shown skeleton.
void unpin_all(Session& session);
bool has_pins(const Session& session);  ///< of the skeleton that is shown

/// "foot.L 0.034 short" for the pinned tip that the drag under way pulls farthest from its place,
/// world units; empty while all hold.
std::string shortfall_text(const Session& session);

/// Pinned tips, with a line to their places where they fall short, the tip under the pointer, the
/// dragged tip with a line to its target; of constant screen size.
void add_tips(view::Overlay& overlay, const Session& session, const ViewportState& viewport);

}  // namespace marrow
