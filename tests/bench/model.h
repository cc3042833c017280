// The model of the benchmarks: a generated figure of J bones with a skin of V vertices, equal on
// every machine.
#pragma once

#include <memory>
#include <vector>

#include "scene/scene.h"

namespace marrow::bench {

/// Chains that branch, every bone with a tube of skin around it, capsules so wide that a vertex
/// has 2.0 influences in the mean and none is uncovered. Neighbors in the mesh are neighbors in
/// memory, as in files of modeling programs; that is the order that favors the rivals, which read
/// scattered data, and does not matter to an engine that sorts for itself.
struct Model {
  Skeleton skeleton{};                 ///< at rest, 1 to 2 model units a chain
  std::shared_ptr<const Mesh> mesh{};  ///< V vertices, quads, no normals of its own
};
Model make_model(std::size_t vertices, int joints);

/// Every joint turned by up to 35 degrees about an axis of its own; another `pose`, another one.
std::vector<glm::mat4> turned_joints(int joints, int pose);
Skeleton with_pose(const Skeleton& skeleton, int pose);

/// Node 1 has the skeleton, node 2 the mesh bound to it.
Scene scene_of(const Model& model);

/// Every joint turns to and fro about its own z, `keys` linear keys each, evenly over `seconds`.
Motion turning(const Skeleton& skeleton, double seconds, int keys);

/// B as the benchmark itself computes it.
std::vector<glm::mat4> rest_matrices(const Skeleton& skeleton);

}  // namespace marrow::bench
