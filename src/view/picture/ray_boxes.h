// Boxes around blocks of neighboring triangles, so that a ray tests only blocks that it meets.
// Useful for many rays (of the pointer) against a mesh that does not move.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "rig/skinning/deformer.h"

namespace marrow::view {

/// Blocks are computed once per mesh and boxes once per pose, both at the first ray after a change.
/// If only rows changed, as in a brush stroke, only the boxes near their vertices are recomputed.
class RayBoxes {
 public:
  static constexpr std::size_t kBlock = 64;  ///< triangles

  struct OfMesh {
    /// All triangles of the surface, ordered so that each kBlock consecutive ones are neighbors.
    std::vector<std::uint32_t> triangles;
    std::vector<Bounds> boxes;        ///< of each block's positions, output space
    std::vector<Bounds> rest_boxes;   ///< of each block's bind positions
    std::vector<glm::mat4> skinning;  ///< skinning matrices when `boxes` were computed
    Blend blend = Blend::linear;
    std::uint64_t shape_revision = 0, pose_revision = 0, bind_revision = 0, rest_revision = 0;
  };
  /// The boxes of the mesh as it is deformed now. The reference is valid until the next call.
  const OfMesh& of(const DeformedMesh& mesh);
  void forget_all_but(const Deformer& deformer);

 private:
  std::map<Id, OfMesh> meshes_;
};

}  // namespace marrow::view
