// Standing on the ground, the plane y = 0. No ImGui, no SDL.
#pragma once

#include "edit/operation.h"

namespace marrow {

struct Session;

/// Height of the lowest point of all meshes (without any, of the bones) above the ground, world
/// units; negative below. 0 in an empty scene, and within a fiftieth of the height of what stands
/// there: that is about the ground.
float height_above_ground(const Session& session);

/// Moves all root nodes down by `height`, as one step.
Operation lowered(const Scene& scene, float height);

/// Puts what there is on the ground as it is posed, or says that it stands there already.
void stand_on_ground(Session& session);

}  // namespace marrow
