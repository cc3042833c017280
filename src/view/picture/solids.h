// The parts of a ray that lie inside the meshes: where a bone could be.
#pragma once

#include <vector>

#include "view/picture/ray_boxes.h"

namespace marrow::view {

/// One part of a ray inside a mesh. `enter` and `leave` along the ray, in lengths of its direction;
/// equal for a sheet without a back.
struct Solid {
  float enter = 0.0f, leave = 0.0f;
  float thickness() const { return leave - enter; }
  float middle() const { return 0.5f * (enter + leave); }
  bool operator==(const Solid&) const = default;
};

/// Solids on a world ray, front to back, disjoint; those of several meshes that overlap are one.
/// Inside is where the winding number is not 0; where a mesh has holes, from every second hit to
/// the next. Gaps and solids below `least` are none (a sheet remains where nothing else is hit);
/// two walls below `wall` that follow each other are one hollow body. Lengths in lengths of the
/// ray's direction.
std::vector<Solid> solids_on(const Deformer& deformed, const Ray& world_ray, float least,
                             float wall, RayBoxes* boxes = nullptr);

/// The same for one mesh's hits, before gaps and walls are looked at. `enters`: one per hit,
/// whether it goes in (1) or out (-1).
std::vector<Solid> solids_between(const std::vector<float>& hits, const std::vector<int>& enters);

}  // namespace marrow::view
