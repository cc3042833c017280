// A ray against the triangles of one deformed mesh: brute force with early outs, because the mesh moves every frame.
#pragma once

#include <vector>

#include "rig/deformer.h"
#include "scene/ray.h"

namespace marrow::view {

struct MeshHit {
  float t = 0.0f;            ///< along the world ray
  glm::vec3 point{0.0f};     ///< world
  std::size_t triangle = 0;  ///< of the surface
};

/// The first hits, front to back, from either side of a triangle. Hits of neighbours at their common edge count once.
/// A singular or non-finite world_from_output gives none.
std::vector<MeshHit> mesh_hits(const DeformedMesh& mesh, const Ray& world_ray, std::size_t at_most);

/// The source vertex of the hit triangle's corner that is nearest to the hit.
int nearest_source_vertex(const DeformedMesh& mesh, const MeshHit& hit);

}  // namespace marrow::view
