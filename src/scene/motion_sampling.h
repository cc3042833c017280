// A motion played on a scene: the scene at a given time.
#pragma once

#include <string_view>

#include "scene/scene.h"

namespace marrow {

/// The scene at a time of a motion as its keys have it, without inverse kinematics (at_time() in
/// rig/playback.h has both): of each target Ul = L^-1 (T R S), a node's local matrix T R S,
/// its mesh's morph weights. A node that is scaled to nothing is hidden with what stands below it.
/// Other things stay, as do a target whose matrix would not be finite and weights of the wrong
/// number. Skeletons without
/// tracks stay shared. Locks and limits are ignored: playing edits nothing.
Scene keyed_at_time(const Scene& scene, const Motion& motion, float seconds);

/// The first motion of that name, else nullptr.
const Motion* find_motion(const Scene& scene, std::string_view name);

/// How far the figure that the motion moves has gone across the ground from one scene to another,
/// in world units; 0 where the motion moves no joint.
glm::vec3 travelled(const Scene& rest, const Scene& now, const Motion& motion);

/// True when a track has a channel that plays on a joint, node or mesh of the scene.
bool moves(const Scene& scene, const Motion& motion);

}  // namespace marrow
