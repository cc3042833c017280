// Intersects a ray with a deformed mesh's triangles. Boxes around blocks of neighboring triangles
// save time for many rays (as of the pointer) against a mesh that does not move.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "rig/skinning/deformer.h"
#include "scene/ray.h"

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
  /// The boxes of the mesh in its present pose. The reference is valid until the next call.
  const OfMesh& of(const DeformedMesh& mesh);
  void forget_all_but(const Deformer& deformer);

 private:
  std::map<Id, OfMesh> meshes_;
};

struct MeshHit {
  float t = 0.0f;            ///< along the world ray
  glm::vec3 point{0.0f};     ///< world
  std::size_t triangle = 0;  ///< index in the surface
};

/// The first hits, front to back, on either side of a triangle. Hits of neighboring triangles at a
/// common edge count once. None for a singular or non-finite world_from_output. `boxes` do not
/// change the result; they cost as much as a few rays and then save time until the mesh moves.
std::vector<MeshHit> mesh_hits(const DeformedMesh& mesh, const Ray& world_ray, std::size_t at_most,
                               RayBoxes* boxes = nullptr);

/// The source vertex of the hit triangle's corner that is nearest to the hit.
int nearest_source_vertex(const DeformedMesh& mesh, const MeshHit& hit);

}  // namespace marrow::view
