// What of a scene a motion can move: Ul of joints, local matrices and morph weights of nodes.
#pragma once

#include <vector>

#include "scene/scene.h"

namespace marrow {

/// As many as the node's mesh has morph targets: none given are all 0.
std::vector<float> weights_of(const Node& node);

/// The scene with the pose of another, of all that both have.
Scene with_pose(const Scene& scene, const Scene& posed);

/// Joints and nodes, of those in both scenes, that stand differently or have other morph weights.
std::vector<Id> posed_between(const Scene& before, const Scene& after);

}  // namespace marrow
