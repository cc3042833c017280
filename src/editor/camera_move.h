// Eased camera moves: to the selection, to the whole scene, along an axis.
#pragma once

#include "scene/camera.h"
#include "scene/mesh.h"

namespace marrow {

struct Session;

/// Width over height of the viewport's picture.
float picture_aspect(const Session& session);

void move_camera(Session& session, const Camera& to);
/// Begins a move that keeps the direction and ends with all of `bounds` in view. Precondition: not
/// empty.
void move_camera(Session& session, const Bounds& bounds);
/// One step of the move under way; the last step sets the exact end camera.
void advance_camera(Session& session);

/// Frames the selection, or everything if none is selected. A joint counts with its capsule and the
/// vertices it captures.
void frame_selected(Session& session);
void frame_all(Session& session);
/// frame_all() without a move, for a scene just opened. Repeated once the picture has its final
/// size, unless the camera moved until then.
void show_all_at_once(Session& session);
void look_along(Session& session, AxisView view);

}  // namespace marrow
