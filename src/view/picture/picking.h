// Finds what is under the pointer, with rays on the CPU (exact on the deformed mesh; no read-back
// from the GPU).
#pragma once

#include <vector>

#include "view/picture/picture.h"
#include "view/picture/ray_boxes.h"

namespace marrow::view {

enum class PickKind { nothing, joint, rim, capsule, mesh };

struct Pick {
  PickKind kind = PickKind::nothing;
  Id id = kNoId;          ///< joint id, or the mesh's node
  float t = 0.0f;         ///< along the ray
  glm::vec3 point{0.0f};  ///< world
  int vertex = -1;        ///< for a mesh: the source vertex nearest to the hit
};

/// Everything under a pixel in the order in which a click takes it: joint balls (nearest within 10
/// px at UI scale 1), then capsules, then meshes, each front to back. `rim` entries (the silhouette
/// of a capsule within 5 px) stand before joints when `rims` is on. `boxes` make no difference but
/// for the time, see view/picture/mesh_ray.h.
std::vector<Pick> pick(const Picture& picture, glm::vec2 pixel, glm::vec2 viewport, bool rims,
                       RayBoxes* boxes = nullptr);

/// The first two hits of a ray with the deformed meshes: where a new joint goes is midway between
/// them.
std::vector<glm::vec3> mesh_hits(const Deformer& deformed, const Ray& world_ray,
                                 std::size_t at_most, RayBoxes* boxes = nullptr);

/// A capsule as seen in the world: posed by S W B^-1 of its bind-space segment, radius scaled by
/// the mean scale of that matrix.
struct WorldCapsule {
  Id joint = kNoId;
  glm::vec3 base{0.0f}, tip{0.0f};
  float radius = 0.0f;
};
std::vector<WorldCapsule> world_capsules(const Scene& scene, const Deformer& deformed);

}  // namespace marrow::view
