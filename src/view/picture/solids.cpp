#include "view/picture/solids.h"

#include <algorithm>
#include <numeric>

namespace marrow::view {
namespace {

constexpr std::size_t kMostHits = 256;  // per mesh and ray

/// 1 if the ray enters the mesh at a hit, -1 if it leaves, by the triangle's winding.
int side_of(const DeformedMesh& mesh, const MeshHit& hit, const glm::vec3& direction) {
  const std::vector<std::uint32_t>& triangles = mesh.surface->triangles;
  const std::vector<glm::vec3>& positions = mesh.positions();
  const glm::vec3 a = positions[triangles[3 * hit.triangle]],
                  b = positions[triangles[3 * hit.triangle + 1]],
                  c = positions[triangles[3 * hit.triangle + 2]];
  return glm::dot(glm::cross(b - a, c - a), direction) < 0.0f ? 1 : -1;
}

std::vector<Solid> solids_of(const DeformedMesh& mesh, const Ray& ray, RayBoxes* boxes) {
  std::vector<float> at;
  std::vector<int> enters;
  const std::vector<MeshHit> hits = mesh_hits(mesh, ray, kMostHits, boxes);
  if (hits.empty()) return {};
  const glm::vec3 direction = transformed(glm::inverse(mesh.world_from_output), ray).direction;
  for (const MeshHit& hit : hits) {
    at.push_back(hit.t);
    enters.push_back(side_of(mesh, hit, direction));
  }
  return solids_between(at, enters);
}

/// Merges solids less than `least` apart. Precondition: sorted by `enter`.
std::vector<Solid> joined_solids(const std::vector<Solid>& solids, float least) {
  std::vector<Solid> result;
  for (const Solid& solid : solids) {
    if (!result.empty() && solid.enter - result.back().leave < least)
      result.back().leave = std::max(result.back().leave, solid.leave);
    else
      result.push_back(solid);
  }
  return result;
}

/// Merges a thin wall and the next one, if that is thin too, into one hollow body.
std::vector<Solid> filled_solids(const std::vector<Solid>& solids, float wall) {
  std::vector<Solid> result;
  for (std::size_t i = 0; i < solids.size(); ++i) {
    result.push_back(solids[i]);
    const bool is_front =
        i + 1 < solids.size() && solids[i].thickness() < wall && solids[i + 1].thickness() < wall;
    if (is_front) result.back().leave = solids[++i].leave;
  }
  return result;
}

}  // namespace

std::vector<Solid> solids_between(const std::vector<float>& hits, const std::vector<int>& enters) {
  std::vector<Solid> solids;
  const bool is_closed = std::accumulate(enters.begin(), enters.end(), 0) == 0;
  int winding = 0;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const bool was_inside = winding != 0;
    winding = is_closed ? winding + enters[i] : 1 - winding;
    if (!was_inside)
      solids.push_back({hits[i], hits[i]});
    else
      solids.back().leave = hits[i];
  }
  return solids;
}

std::vector<Solid> solids_on(const Deformer& deformed, const Ray& world_ray, float least,
                             float wall, RayBoxes* boxes) {
  std::vector<Solid> all;
  if (boxes) boxes->forget_all_but(deformed);
  for (const DeformedMesh& mesh : deformed.meshes()) {
    const std::vector<Solid> its = solids_of(mesh, world_ray, boxes);
    all.insert(all.end(), its.begin(), its.end());
  }
  std::sort(all.begin(), all.end(), [](const Solid& a, const Solid& b) {
    return a.enter != b.enter ? a.enter < b.enter : a.leave < b.leave;
  });
  all = filled_solids(joined_solids(all, least), wall);
  const auto is_thick = [&](const Solid& solid) { return solid.thickness() >= least; };
  if (std::any_of(all.begin(), all.end(), is_thick))
    std::erase_if(all, [&](const Solid& solid) { return !is_thick(solid); });
  return all;
}

}  // namespace marrow::view
