#include "view/picture/mesh_ray.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scene/scene.h"

namespace marrow::view {

namespace {
/// A ray through a common edge hits both neighbors. Hits closer than this, relative to their
/// distance, count as one.
constexpr float kSamePlace = 1e-5f;

/// The ray's own frame: the ray is the z axis, and a triangle is hit if it contains the origin in x
/// and y.
struct RayFrame {
  glm::vec3 origin, x, y, z;
  explicit RayFrame(const Ray& ray) : origin(ray.origin), z(glm::normalize(ray.direction)) {
    x = glm::normalize(
        glm::cross(std::abs(z.x) < 0.8f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0), z));
    y = glm::cross(z, x);
  }
  glm::vec3 operator()(const glm::vec3& point) const {
    const glm::vec3 d = point - origin;
    return {glm::dot(d, x), glm::dot(d, y), glm::dot(d, z)};
  }
};

/// Depth of the hit along the ray, or infinity. An edge is computed in the same way for both of its
/// triangles, so there are no gaps.
float hit_depth(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
  constexpr float kMiss = std::numeric_limits<float>::infinity();
  const float u = b.x * c.y - b.y * c.x, v = c.x * a.y - c.y * a.x, w = a.x * b.y - a.y * b.x;
  if ((u < 0.0f || v < 0.0f || w < 0.0f) && (u > 0.0f || v > 0.0f || w > 0.0f)) return kMiss;
  const float area = u + v + w;
  if (area == 0.0f) return kMiss;
  const float depth = (u * a.z + v * b.z + w * c.z) / area;
  return depth >= 0.0f ? depth : kMiss;
}

bool all_on_one_side(float a, float b, float c) {
  return (a > 0.0f && b > 0.0f && c > 0.0f) || (a < 0.0f && b < 0.0f && c < 0.0f);
}

struct Found {
  float depth;
  std::size_t triangle;
};

void add_hit(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, std::size_t triangle,
             std::vector<Found>& found) {
  if (all_on_one_side(a.x, b.x, c.x) || all_on_one_side(a.y, b.y, c.y)) return;
  const float depth = hit_depth(a, b, c);
  if (depth < std::numeric_limits<float>::infinity()) found.push_back({depth, triangle});
}

std::vector<Found> all_hits(const DeformedMesh& mesh, const RayFrame& in_ray) {
  // Computed per vertex, not per corner, because a vertex has six corners on average.
  std::vector<glm::vec3> seen(mesh.bind_positions.size());
  std::transform(mesh.positions().begin(), mesh.positions().end(), seen.begin(), in_ray);
  std::vector<Found> found;
  const std::vector<std::uint32_t>& triangles = mesh.surface->triangles;
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3)
    add_hit(seen[triangles[t]], seen[triangles[t + 1]], seen[triangles[t + 2]], t / 3, found);
  return found;
}

/// False if no triangle in the box can be hit, even with rounding.
bool meets(const RayFrame& in_ray, const Bounds& box) {
  constexpr float kLost = 1e-5f;
  const glm::vec3 half = (box.high - box.low) * 0.5f, middle = in_ray(box.center());
  const float room = kLost * (glm::length(middle) + glm::length(half));
  return std::abs(middle.x) <= glm::dot(half, glm::abs(in_ray.x)) + room &&
         std::abs(middle.y) <= glm::dot(half, glm::abs(in_ray.y)) + room &&
         middle.z >= -glm::dot(half, glm::abs(in_ray.z)) - room;
}

std::vector<Found> hits_in_boxes(const DeformedMesh& mesh, const RayFrame& in_ray,
                                 const RayBoxes::OfMesh& of_mesh) {
  const std::vector<glm::vec3>& positions = mesh.positions();
  const std::vector<std::uint32_t>& triangles = mesh.surface->triangles;
  const auto seen = [&](std::size_t corner) { return in_ray(positions[triangles[corner]]); };
  std::vector<Found> found;
  for (std::size_t block = 0; block < of_mesh.boxes.size(); ++block) {
    if (!meets(in_ray, of_mesh.boxes[block])) continue;
    const std::size_t end = std::min((block + 1) * RayBoxes::kBlock, of_mesh.triangles.size());
    for (std::size_t n = block * RayBoxes::kBlock; n < end; ++n) {
      const std::size_t t = of_mesh.triangles[n];
      add_hit(seen(3 * t), seen(3 * t + 1), seen(3 * t + 2), t, found);
    }
  }
  return found;
}
}  // namespace

std::vector<MeshHit> mesh_hits(const DeformedMesh& mesh, const Ray& world_ray, std::size_t at_most,
                               RayBoxes* boxes) {
  std::vector<MeshHit> hits;
  if (!mesh.surface || !is_finite(mesh.world_from_output) || !is_invertible(mesh.world_from_output))
    return hits;
  const Ray ray = transformed(glm::inverse(mesh.world_from_output), world_ray);
  const float t_per_depth = 1.0f / glm::length(ray.direction);
  float last_depth = -std::numeric_limits<float>::infinity();
  const RayFrame in_ray(ray);
  std::vector<Found> found =
      boxes ? hits_in_boxes(mesh, in_ray, boxes->of(mesh)) : all_hits(mesh, in_ray);
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return a.depth != b.depth ? a.depth < b.depth : a.triangle < b.triangle;
  });
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
    const float distance = glm::distance(
        glm::vec3(mesh.world_from_output * glm::vec4(mesh.positions_of({corner}).front(), 1.0f)),
        hit.point);
    if (distance < best_distance) {
      best_distance = distance;
      best = static_cast<int>(mesh.surface->source[corner]);
    }
  }
  return best;
}

}  // namespace marrow::view
