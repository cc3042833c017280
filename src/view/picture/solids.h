// The parts of a ray that are inside the meshes, where a bone could be.
#pragma once

#include <vector>

#include "view/picture/ray_boxes.h"

namespace marrow::view {

/// One part of a ray inside a mesh. `enter` and `leave` are multiples of the ray's direction; equal
/// for a sheet without a back.
struct Solid {
  float enter = 0.0f, leave = 0.0f;
  float thickness() const { return leave - enter; }
  float middle() const { return 0.5f * (enter + leave); }
  bool operator==(const Solid&) const = default;
};

/// Solids on a world ray, front to back, disjoint; overlapping ones of several meshes are merged. A
/// point is inside if the winding number is not 0; in a mesh with holes, if an odd number of hits
/// is in front of it. Solids less than `least` apart are joined. Then two consecutive ones thinner
/// than `wall` become one hollow body. Solids thinner than `least` are left out unless all are. All
/// lengths are multiples of the ray's direction.
std::vector<Solid> solids_on(const Deformer& deformed, const Ray& world_ray, float least,
                             float wall, RayBoxes* boxes = nullptr);

/// The solids of one mesh's hits, before gaps and walls are considered. `enters` has one entry per
/// hit: 1 if the ray enters the mesh there, -1 if it leaves.
std::vector<Solid> solids_between(const std::vector<float>& hits, const std::vector<int>& enters);

}  // namespace marrow::view
