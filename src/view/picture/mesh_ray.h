// Intersects a ray with a deformed mesh's triangles: with all of them, or only with those in boxes
// that the ray meets.
#pragma once

#include <vector>

#include "rig/skinning/deformer.h"
#include "scene/ray.h"
#include "view/picture/ray_boxes.h"

namespace marrow::view {

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
