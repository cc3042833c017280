// A ray against a deformed mesh's triangles: all of them with early outs, or those in boxes.
#pragma once

#include <vector>

#include "rig/skinning/deformer.h"
#include "scene/ray.h"
#include "view/picture/ray_boxes.h"

namespace marrow::view {

struct MeshHit {
  float t = 0.0f;            ///< along the world ray
  glm::vec3 point{0.0f};     ///< world
  std::size_t triangle = 0;  ///< of the surface
};

/// The first hits, front to back, on either side of a triangle; neighbours' hits at a common edge
/// count once. None for a singular or non-finite world_from_output. The same with `boxes`, which
/// cost as much as a few rays and then save time while the mesh stands still.
std::vector<MeshHit> mesh_hits(const DeformedMesh& mesh, const Ray& world_ray, std::size_t at_most,
                               RayBoxes* boxes = nullptr);

/// The source vertex of the hit triangle's corner that is nearest to the hit.
int nearest_source_vertex(const DeformedMesh& mesh, const MeshHit& hit);

}  // namespace marrow::view
