// A motion played on a scene: the scene at a given time.
#pragma once

#include <string_view>

#include "scene/scene.h"

namespace marrow {

/// The scene at a time of a motion: of each target Ul = L^-1 (T R S), a node's local matrix T R S,
/// the weights of its mesh's morph targets. What the motion does not name stays as it is. So does a
/// target whose matrix would not be finite, a node whose matrix could not be inverted, and weights
/// whose number differs from that of the mesh's targets. Skeletons that no track moves stay shared.
/// Locks and limits do not count: playing edits nothing.
Scene at_time(const Scene& scene, const Motion& motion, float seconds);

/// The first motion of that name, else nullptr.
const Motion* find_motion(const Scene& scene, std::string_view name);

/// True when the motion moves a joint, a node or a mesh of the scene: has a track with a channel
/// that at_time() plays.
bool moves(const Scene& scene, const Motion& motion);

}  // namespace marrow
