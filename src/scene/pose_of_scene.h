// The pose of a scene: everything that a motion can move, which is Ul of joints, local matrices and
// morph weights of nodes.
#pragma once

#include <vector>

#include "scene/scene.h"

namespace marrow {

/// One weight per morph target of the node's mesh; all 0 if the node has none.
std::vector<float> weights_of(const Node& node);

/// The scene with the pose of `posed`, for all joints and nodes that both have.
Scene with_pose(const Scene& scene, const Scene& posed);

/// The joints and nodes of both scenes whose transform or morph weights differ.
std::vector<Id> changed_poses(const Scene& before, const Scene& after);

}  // namespace marrow
