#include "view/mesh_ray.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scene/scene.h"

namespace marrow::view {

namespace {
/// A ray through a common edge hits both neighbours; hits nearer together than this share of their distance are one.
constexpr float kSamePlace = 1e-5f;

/// The ray's own frame: in it the ray is the z axis, and a triangle is hit when the origin lies inside it in x and y.
struct RayFrame {
  glm::vec3 origin, x, y, z;
  explicit RayFrame(const Ray& ray) : origin(ray.origin), z(glm::normalize(ray.direction)) {
    x = glm::normalize(glm::cross(std::abs(z.x) < 0.8f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0), z));
    y = glm::cross(z, x);
  }
  glm::vec3 operator()(const glm::vec3& point) const {
    const glm::vec3 d = point - origin;
    return {glm::dot(d, x), glm::dot(d, y), glm::dot(d, z)};
  }
};

/// Depth along the ray of the hit, or infinity. An edge is computed alike for both its triangles, so no ray slips through between them.
float hit_depth(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
  constexpr float kMiss = std::numeric_limits<float>::infinity();
  const float u = b.x * c.y - b.y * c.x, v = c.x * a.y - c.y * a.x, w = a.x * b.y - a.y * b.x;
  if ((u < 0.0f || v < 0.0f || w < 0.0f) && (u > 0.0f || v > 0.0f || w > 0.0f)) return kMiss;
  const float area = u + v + w;
  if (area == 0.0f) return kMiss;
  const float depth = (u * a.z + v * b.z + w * c.z) / area;
  return depth >= 0.0f ? depth : kMiss;
}

bool all_on_one_side(float a, float b, float c) { return (a > 0.0f && b > 0.0f && c > 0.0f) || (a < 0.0f && b < 0.0f && c < 0.0f); }

struct Found {
  float depth;
  std::size_t triangle;
};

std::vector<Found> all_hits(const DeformedMesh& mesh, const RayFrame& in_ray) {
  // Once a vertex, not once a corner: a vertex has six corners on average.
  std::vector<glm::vec3> seen(mesh.bind_positions.size());
  std::transform(mesh.positions().begin(), mesh.positions().end(), seen.begin(), in_ray);
  std::vector<Found> found;
  const std::vector<std::uint32_t>& triangles = mesh.surface->triangles;
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
    const glm::vec3 &a = seen[triangles[t]], &b = seen[triangles[t + 1]], &c = seen[triangles[t + 2]];
    if (all_on_one_side(a.x, b.x, c.x) || all_on_one_side(a.y, b.y, c.y)) continue;
    const float depth = hit_depth(a, b, c);
    if (depth < std::numeric_limits<float>::infinity()) found.push_back({depth, t / 3});
  }
  std::sort(found.begin(), found.end(),
            [](const Found& a, const Found& b) { return a.depth != b.depth ? a.depth < b.depth : a.triangle < b.triangle; });
  return found;
}
}  // namespace

std::vector<MeshHit> mesh_hits(const DeformedMesh& mesh, const Ray& world_ray, std::size_t at_most) {
  std::vector<MeshHit> hits;
  if (!mesh.surface || !is_finite(mesh.world_from_output) || !is_invertible(mesh.world_from_output)) return hits;
  const Ray ray = transformed(glm::inverse(mesh.world_from_output), world_ray);
  const float t_per_depth = 1.0f / glm::length(ray.direction);
  float last_depth = -std::numeric_limits<float>::infinity();
  const std::vector<Found> found = all_hits(mesh, RayFrame(ray));
  const float same = found.empty() ? 0.0f : kSamePlace * found.back().depth;
  for (const Found& hit : found) {
    if (hits.size() == at_most) break;
    if (hit.depth - last_depth <= same) continue;
    last_depth = hit.depth;
    const float t = hit.depth * t_per_depth;
    hits.push_back({t, world_ray.origin + t * world_ray.direction, hit.triangle});
  }
  return hits;
}

int nearest_source_vertex(const DeformedMesh& mesh, const MeshHit& hit) {
  int best = -1;
  float best_distance = std::numeric_limits<float>::infinity();
  for (std::size_t k = 0; k < 3; ++k) {
    const std::uint32_t corner = mesh.surface->triangles[3 * hit.triangle + k];
    const float distance = glm::distance(glm::vec3(mesh.world_from_output * glm::vec4(mesh.positions()[corner], 1.0f)), hit.point);
    if (distance < best_distance) {
      best_distance = distance;
      best = static_cast<int>(mesh.surface->source[corner]);
    }
  }
  return best;
}

}  // namespace marrow::view
