// Moves a scene onto the ground, the plane y = 0.
#pragma once

#include "edit/operation.h"

namespace marrow {

struct Session;

/// Height of the lowest point of all meshes (of the bones if there are none) above the ground,
/// world units; negative below it. 0 for an empty scene, and if it is less than 2 % of the scene's
/// height: such a figure counts as standing on the ground.
float height_above_ground(const Session& session);

/// Moves all root nodes down by `height`, as one step.
Operation lowered(const Scene& scene, float height);

/// Puts the posed scene on the ground; a toast reports if it is there already.
void stand_on_ground(Session& session);

}  // namespace marrow
