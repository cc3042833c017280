// The model of the benchmarks: a generated figure of J bones with a skin of V vertices, equal on
// every machine.
#pragma once

#include <memory>
#include <vector>

#include "scene/scene.h"

namespace marrow::bench {

/// Chains that branch; every bone has a tube of skin, and capsules are so wide that a vertex has
/// 2.0 influences on average and none is uncovered. Neighbors in the mesh are neighbors in memory,
/// as in files of modeling programs. That order favors the rivals, which read scattered data; it
/// does not matter to an engine that sorts vertices.
struct Model {
  Skeleton skeleton{};                 ///< at rest; a chain is 1 to 2 model units long
  std::shared_ptr<const Mesh> mesh{};  ///< V vertices, quads, no normals of its own
};
Model make_model(std::size_t vertices, int joints);

/// Turns every joint by up to 35 degrees about a different axis; `pose` selects axes and angles.
std::vector<glm::mat4> turned_joints(int joints, int pose);
Skeleton with_pose(const Skeleton& skeleton, int pose);

/// Node 1 has the skeleton, node 2 the mesh bound to it.
Scene scene_of(const Model& model);

/// Every joint turns back and forth about its own z, with `keys` linear keys evenly over `seconds`.
Motion turning(const Skeleton& skeleton, double seconds, int keys);

/// B, computed by the benchmark itself.
std::vector<glm::mat4> rest_matrices(const Skeleton& skeleton);

}  // namespace marrow::bench
