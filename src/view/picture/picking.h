// Picking by rays on the CPU: exact on the deformed mesh, without GPU read-back.
#pragma once

#include "view/picture/picture.h"
#include "view/picture/ray_boxes.h"

namespace marrow::view {

enum class PickKind { nothing, joint, rim, capsule, mesh };

struct Pick {
  PickKind kind = PickKind::nothing;
  Id id = kNoId;          ///< id of the joint or of the mesh's node
  float t = 0.0f;         ///< along the ray
  glm::vec3 point{0.0f};  ///< world
  int vertex = -1;        ///< for a mesh: source vertex nearest to the hit
};

/// Everything under a pixel, in the order in which clicks choose: joint balls (nearest within 10 px
/// at UI scale 1), capsules, meshes, each front to back. With `rims`, `rim` entries (a capsule's
/// silhouette within 5 px) come before joints; the rims of selected joints come first. `boxes`
/// only save time, see mesh_ray.h.
std::vector<Pick> pick(const Picture& picture, glm::vec2 pixel, glm::vec2 viewport, bool rims,
                       RayBoxes* boxes = nullptr);

/// The first hits of a ray with all deformed meshes, up to `at_most`.
std::vector<glm::vec3> mesh_hits(const Deformer& deformed, const Ray& world_ray,
                                 std::size_t at_most, RayBoxes* boxes = nullptr);

/// A capsule in the world: its bind-space segment posed by S W B^-1, its radii scaled by the mean
/// scale.
struct WorldCapsule {
  Id joint = kNoId;
  glm::vec3 base{0.0f}, tip{0.0f};
  Radii radii{};
};
std::vector<WorldCapsule> world_capsules(const Scene& scene, const Deformer& deformed);

}  // namespace marrow::view
