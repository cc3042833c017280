#include "scene/normals.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace marrow {

namespace {

/// The area whose normals point along the faces, and the area whose normals point away.
struct Sides {
  double along = 0.0, away = 0.0;
};

Sides sides_of(const Mesh& mesh) {
  Sides sides;
  for (std::size_t face = 0; face < mesh.face_count() && !mesh.corner_normal.empty(); ++face) {
    const glm::dvec3 area = area_normal(mesh, mesh.positions, face);
    const std::uint32_t begin = mesh.face_begin[face], end = mesh.face_begin[face + 1];
    const double part = glm::length(area) / std::max(1.0, double(end) - double(begin));
    if (!std::isfinite(part)) continue;
    for (std::uint32_t c = begin; c < end; ++c) {
      const std::uint32_t normal = mesh.corner_normal[c];
      if (normal == kNoIndex) continue;
      const double side = glm::dot(glm::dvec3(mesh.normals[normal]), area);
      if (side > 0.0) sides.along += part;
      if (side < 0.0) sides.away += part;
    }
  }
  return sides;
}

std::vector<glm::dvec3> areas_around(const Mesh& mesh) {
  std::vector<glm::dvec3> sums(mesh.positions.size(), glm::dvec3(0.0));
  for (std::size_t face = 0; face < mesh.face_count(); ++face) {
    const glm::dvec3 area = area_normal(mesh, mesh.positions, face);
    for (std::uint32_t c = mesh.face_begin[face]; c < mesh.face_begin[face + 1]; ++c)
      sums[mesh.corner_vertex[c]] += area;
  }
  return sums;
}

/// Vertices in an order with equal positions next to each other.
std::vector<std::uint32_t> by_place(const std::vector<glm::vec3>& positions) {
  std::vector<std::uint32_t> order(positions.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const glm::vec3 &p = positions[a], &q = positions[b];
    if (p.x != q.x) return p.x < q.x;
    if (p.y != q.y) return p.y < q.y;
    return p.z != q.z ? p.z < q.z : a < b;
  });
  return order;
}

/// For vertices at one position: adds to result[v] the sums of the others within 30 degrees. More
/// than kMost vertices are not a seam; then each keeps its own sum, to bound the time.
void add_seams(const std::vector<std::uint32_t>& together, const std::vector<glm::dvec3>& sums,
               std::vector<glm::dvec3>& result) {
  constexpr std::size_t kMost = 64;
  const double least = std::sqrt(0.75);
  if (together.size() < 2 || together.size() > kMost) return;
  for (const std::uint32_t v : together) {
    for (const std::uint32_t u : together) {
      const bool is_smooth = glm::dot(unit_or_zero(sums[v]), unit_or_zero(sums[u])) >= least;
      if (u != v && is_smooth) result[v] += sums[u];
    }
  }
}

}  // namespace

double flipped_share(const Mesh& mesh) {
  const Sides sides = sides_of(mesh);
  const double all = sides.along + sides.away;
  return all > 0.0 ? std::min(sides.along, sides.away) / all : 0.0;
}

Mesh with_recalculated_normals(const Mesh& mesh) {
  const std::vector<glm::dvec3> sums = areas_around(mesh);
  std::vector<glm::dvec3> means = sums;
  const std::vector<std::uint32_t> order = by_place(mesh.positions);
  for (std::size_t begin = 0; begin < order.size();) {
    std::vector<std::uint32_t> together;
    const glm::vec3 place = mesh.positions[order[begin]];
    for (; begin < order.size() && mesh.positions[order[begin]] == place; ++begin)
      together.push_back(order[begin]);
    add_seams(together, sums, means);
  }
  const Sides sides = sides_of(mesh);
  const double side = sides.away > sides.along ? -1.0 : 1.0;
  Mesh result = mesh;
  result.normals.clear();
  for (const glm::dvec3& mean : means) result.normals.emplace_back(side * unit_or_zero(mean));
  for (std::size_t c = 0; c < mesh.corner_normal.size(); ++c) {
    glm::vec3& normal = result.normals[mesh.corner_vertex[c]];
    if (normal == glm::vec3(0.0f) && mesh.corner_normal[c] != kNoIndex)
      normal = mesh.normals[mesh.corner_normal[c]];
  }
  result.corner_normal = mesh.corner_vertex;
  return result;
}

}  // namespace marrow
