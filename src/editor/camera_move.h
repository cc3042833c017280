// How the camera goes from one view to another: eased, to what is selected, to all, along an axis.
#pragma once

#include "scene/camera.h"
#include "scene/mesh.h"

namespace marrow {

struct Session;

/// Width over height of the viewport's picture.
float picture_aspect(const Session& session);

void move_camera(Session& session, const Camera& to);
/// To where the camera, turned as it is, sees all of `bounds`. Precondition: not empty.
void move_camera(Session& session, const Bounds& bounds);
/// One step of the move under way; the last one puts the camera exactly on its end.
void advance_camera(Session& session);

/// The selection (a joint: its capsule and what it captures), or all.
void frame_selected(Session& session);
void frame_all(Session& session);
/// frame_all() for a scene that is new: without a move, and once more when its picture has got its
/// size, unless the camera moved.
void show_all_at_once(Session& session);
void look_along(Session& session, AxisView view);

}  // namespace marrow
