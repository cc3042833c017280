// Boxes around blocks of neighbouring triangles, so that a ray tests only blocks that it meets.
// Worth it for many rays (the pointer's) at a mesh that stands still.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "rig/skinning/deformer.h"

namespace marrow::view {

/// Blocks are computed once per mesh, boxes once per pose, both at the first ray after a change.
/// Where rows alone changed, in a stroke of the brush, only boxes near their vertices are.
class RayBoxes {
 public:
  static constexpr std::size_t kBlock = 64;  ///< triangles

  struct OfMesh {
    std::vector<std::uint32_t>
        triangles;  ///< all of the surface's; each kBlock that follow each other lie together
    std::vector<Bounds> boxes;        ///< around the positions of each block, output space
    std::vector<Bounds> rest_boxes;   ///< around its bind positions
    std::vector<glm::mat4> skinning;  ///< that `boxes` were made with
    Blend blend = Blend::linear;
    std::uint64_t shape_revision = 0, pose_revision = 0, bind_revision = 0, rest_revision = 0;
  };
  /// Of the mesh as it is deformed now. The reference holds until the next call.
  const OfMesh& of(const DeformedMesh& mesh);
  void forget_all_but(const Deformer& deformer);

 private:
  std::map<Id, OfMesh> meshes_;
};

}  // namespace marrow::view
