// Eased camera moves: to the selection, to the whole scene, along an axis.
#pragma once

#include "scene/camera.h"
#include "scene/mesh.h"

namespace marrow {

struct Session;

/// Width over height of the viewport's picture.
float picture_aspect(const Session& session);

void move_camera(Session& session, const Camera& to);
/// Begins a move that keeps the direction and ends with all of `bounds` in view. Precondition:
/// `bounds` is not empty.
void move_camera(Session& session, const Bounds& bounds);
/// Does one step of the current move; the last step sets the exact end camera.
void advance_camera(Session& session);

/// Frames the selection, or everything if nothing is selected. The frame of a joint includes its
/// capsule and the vertices that it captures.
void frame_selected(Session& session);
void frame_all(Session& session);
/// frame_all() without a move, for a scene just opened. It is repeated once the picture has its
/// final size, unless the camera has moved by then.
void show_all_at_once(Session& session);
void look_along(Session& session, AxisView view);

}  // namespace marrow
