#include "view/picture/ray_boxes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "scene/parallel.h"
#include "scene/scene.h"

namespace marrow::view {
namespace {

constexpr std::uint32_t kCellBits = 6;  ///< bits per coordinate: 64 cells along an edge
constexpr std::size_t kBoxGrain = 1 << 15;

/// Spreads the bits of a small number: two zeros between each and the next.
std::uint32_t spread(std::uint32_t bits) {
  std::uint32_t result = 0;
  for (std::uint32_t bit = 0; bit < kCellBits; ++bit) result |= (bits >> bit & 1u) << (3 * bit);
  return result;
}

/// The cell of a triangle's center, numbered along a space-filling curve (Morton code).
std::vector<std::uint32_t> cells_of(const DeformedMesh& mesh) {
  constexpr float kCells = 1 << kCellBits;
  const std::vector<std::uint32_t>& corners = mesh.surface->triangles;
  const std::vector<glm::vec3>& positions = mesh.bind_positions;
  const Bounds bounds = bounds_of(positions);
  const glm::vec3 cells_per_unit = kCells / glm::max(bounds.high - bounds.low, 1e-20f);
  std::vector<std::uint32_t> cells(corners.size() / 3);
  parallel_for(cells.size(), kBoxGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      const glm::vec3 middle = (positions[corners[3 * t]] + positions[corners[3 * t + 1]] +
                                positions[corners[3 * t + 2]]) /
                               3.0f;
      const glm::uvec3 at(glm::clamp((middle - bounds.low) * cells_per_unit, 0.0f, kCells - 1.0f));
      cells[t] = spread(at.x) | spread(at.y) << 1 | spread(at.z) << 2;
    }
  });
  return cells;
}

/// Sorts triangles by cell, stably.
std::vector<std::uint32_t> sorted_by_cell(const std::vector<std::uint32_t>& cells) {
  std::vector<std::uint32_t> triangles(cells.size());
  constexpr std::size_t kFew = 1 << 12;  // there may be many meshes, and the cells are a megabyte
  if (cells.size() < kFew) {
    std::iota(triangles.begin(), triangles.end(), 0u);
    std::stable_sort(triangles.begin(), triangles.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return cells[a] < cells[b]; });
    return triangles;
  }
  std::vector<std::uint32_t> begin((1u << (3 * kCellBits)) + 1, 0);
  for (const std::uint32_t cell : cells) ++begin[cell + 1];
  for (std::size_t cell = 1; cell < begin.size(); ++cell) begin[cell] += begin[cell - 1];
  for (std::size_t t = 0; t < cells.size(); ++t) triangles[begin[cells[t]]++] = std::uint32_t(t);
  return triangles;
}

Bounds box_of(const DeformedMesh& mesh, const RayBoxes::OfMesh& of_mesh, std::size_t block,
              const std::vector<glm::vec3>& positions) {
  const std::vector<std::uint32_t>& corners = mesh.surface->triangles;
  const std::size_t last = std::min((block + 1) * RayBoxes::kBlock, of_mesh.triangles.size());
  Bounds box;
  for (std::size_t n = block * RayBoxes::kBlock; n < last; ++n)
    for (std::size_t k = 0; k < 3; ++k) box.add(positions[corners[3 * of_mesh.triangles[n] + k]]);
  return box;
}

std::vector<Bounds> boxes_of(const DeformedMesh& mesh, const RayBoxes::OfMesh& of_mesh,
                             const std::vector<glm::vec3>& positions) {
  std::vector<Bounds> boxes((of_mesh.triangles.size() + RayBoxes::kBlock - 1) / RayBoxes::kBlock);
  parallel_for(boxes.size(), kBoxGrain / RayBoxes::kBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t block = begin; block < end; ++block)
      boxes[block] = box_of(mesh, of_mesh, block, positions);
  });
  return boxes;
}

bool overlap(const Bounds& a, const Bounds& b) {
  return glm::all(glm::lessThanEqual(a.low, b.high)) && glm::all(glm::lessThanEqual(b.low, a.high));
}

/// Marks the cells of a grid between bounds that contain points.
class MarkedCells {
 public:
  explicit MarkedCells(const Bounds& bounds)
      : bounds_(bounds),
        cells_per_unit_(float(kAlong) / glm::max(bounds.high - bounds.low, 1e-20f)) {}
  void mark(const glm::vec3& point) { marks_[place_of(cell_of(point))] = true; }
  /// True for a box that contains one of the points; sometimes also for other boxes.
  bool has_any_in(const Bounds& box) const {
    if (!overlap(box, bounds_)) return false;
    const glm::ivec3 first = cell_of(box.low), last = cell_of(box.high);
    for (int z = first.z; z <= last.z; ++z)
      for (int y = first.y; y <= last.y; ++y)
        for (int x = first.x; x <= last.x; ++x)
          if (marks_[place_of({x, y, z})]) return true;
    return false;
  }

 private:
  static constexpr int kAlong = 64;  ///< cells along each axis
  glm::ivec3 cell_of(const glm::vec3& point) const {
    return glm::ivec3(glm::clamp((point - bounds_.low) * cells_per_unit_, 0.0f, float(kAlong - 1)));
  }
  static std::size_t place_of(const glm::ivec3& cell) {
    return std::size_t((cell.z * kAlong + cell.y) * kAlong + cell.x);
  }

  Bounds bounds_;
  glm::vec3 cells_per_unit_;
  std::vector<bool> marks_ = std::vector<bool>(std::size_t(kAlong) * kAlong * kAlong);
};

/// Recomputes the boxes of blocks that may contain these vertices.
void renew_boxes(const DeformedMesh& mesh, const std::vector<std::uint32_t>& vertices,
                 RayBoxes::OfMesh& of_mesh) {
  Bounds around;
  for (const std::uint32_t vertex : vertices) around.add(mesh.bind_positions[vertex]);
  MarkedCells moved(around);
  for (const std::uint32_t vertex : vertices) moved.mark(mesh.bind_positions[vertex]);
  const std::vector<glm::vec3>& positions = mesh.positions();
  parallel_for(of_mesh.boxes.size(), kBoxGrain / RayBoxes::kBlock,
               [&](std::size_t begin, std::size_t end) {
                 for (std::size_t block = begin; block < end; ++block)
                   if (moved.has_any_in(of_mesh.rest_boxes[block]))
                     of_mesh.boxes[block] = box_of(mesh, of_mesh, block, positions);
               });
}

/// The vertices that moved since the boxes were made; none if more than rows changed.
std::optional<std::vector<std::uint32_t>> moved_since(const DeformedMesh& mesh,
                                                      const RayBoxes::OfMesh& of_mesh) {
  if (of_mesh.pose_revision == 0 || !mesh.has_engine() || of_mesh.blend != mesh.blend ||
      of_mesh.rest_revision != mesh.rest_revision || of_mesh.skinning != mesh.skinning)
    return std::nullopt;
  return mesh.rows_changed_since(of_mesh.bind_revision);
}

void update_boxes(const DeformedMesh& mesh, RayBoxes::OfMesh& of_mesh) {
  if (of_mesh.rest_revision != mesh.rest_revision || of_mesh.rest_boxes.empty())
    of_mesh.rest_boxes = boxes_of(mesh, of_mesh, mesh.bind_positions);
  if (const auto moved = moved_since(mesh, of_mesh))
    renew_boxes(mesh, *moved, of_mesh);
  else
    of_mesh.boxes = boxes_of(mesh, of_mesh, mesh.positions());
  of_mesh.skinning = mesh.skinning;
  of_mesh.blend = mesh.blend;
  of_mesh.bind_revision = mesh.bind_revision;
  of_mesh.rest_revision = mesh.rest_revision;
  of_mesh.pose_revision = mesh.pose_revision;
}

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

const RayBoxes::OfMesh& RayBoxes::of(const DeformedMesh& mesh) {
  OfMesh& of_mesh = meshes_[mesh.node];
  if (of_mesh.shape_revision != mesh.shape_revision) {
    of_mesh = {};
    of_mesh.triangles = sorted_by_cell(cells_of(mesh));
    of_mesh.shape_revision = mesh.shape_revision;
  }
  if (of_mesh.pose_revision != mesh.pose_revision) update_boxes(mesh, of_mesh);
  return of_mesh;
}

void RayBoxes::forget_all_but(const Deformer& deformer) {
  std::erase_if(meshes_, [&](const auto& entry) { return deformer.mesh(entry.first) == nullptr; });
}

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
      best = int(mesh.surface->source[corner]);
    }
  }
  return best;
}

}  // namespace marrow::view
