#include "rig/mesh_graph.h"

#include <algorithm>
#include <array>

#include "scene/parallel.h"

namespace marrow {

namespace {

/// Cells of a grid over the mesh, numbered along a Z-order curve.
class Cells {
 public:
  static constexpr std::uint32_t kBits = 6;  ///< bits along each axis
  static constexpr std::uint32_t kCount = 1u << 3 * kBits;

  explicit Cells(const Bounds& bounds) : low_(bounds.low) {
    const glm::vec3 size = bounds.high - bounds.low;
    const float longest = std::max({size.x, size.y, size.z});
    scale_ = longest > 0.0f ? float((1u << kBits) - 1) / longest : 0.0f;
    for (std::uint32_t n = 0; n < spread_.size(); ++n) {
      for (std::uint32_t bit = 0; bit < kBits; ++bit) spread_[n] |= (n >> bit & 1u) << 3 * bit;
    }
  }
  std::uint32_t of(const glm::vec3& position) const {
    const glm::vec3 cell = (position - low_) * scale_;
    return spread_[index(cell.x)] | spread_[index(cell.y)] << 1 | spread_[index(cell.z)] << 2;
  }

 private:
  static std::size_t index(float cell) {
    return std::size_t(std::clamp(cell, 0.0f, float((1u << kBits) - 1)));
  }

  glm::vec3 low_;
  float scale_ = 0.0f;
  std::array<std::uint32_t, 1u << kBits> spread_{};
};

std::vector<std::uint32_t> corners_of(const Surface& surface, const Connectivity& graph) {
  std::vector<std::uint32_t> triangles;
  triangles.reserve(surface.triangles.size());
  for (std::size_t t = 0; t + 2 < surface.triangles.size(); t += 3) {
    std::uint32_t corner[3];
    for (std::size_t k = 0; k < 3; ++k)
      corner[k] = graph.representative[surface.source[surface.triangles[t + k]]];
    if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) continue;
    triangles.insert(triangles.end(), corner, corner + 3);
  }
  return triangles;
}

/// Sorts triangles by the cell of their first corner; triangles of one cell keep their order.
std::vector<std::uint32_t> sorted_in_space(const std::vector<std::uint32_t>& triangles,
                                           const std::vector<glm::vec3>& positions) {
  const Cells cells(bounds_of(positions));
  const std::size_t count = triangles.size() / 3;
  std::vector<std::uint32_t> cell(count), next(Cells::kCount + 1, 0);
  parallel_for_each(count, 1 << 15,
                    [&](std::size_t t) { cell[t] = cells.of(positions[triangles[3 * t]]); });
  for (const std::uint32_t its : cell) ++next[its + 1];
  for (std::size_t c = 0; c < Cells::kCount; ++c) next[c + 1] += next[c];
  std::vector<std::uint32_t> sorted(triangles.size());
  for (std::size_t t = 0; t < count; ++t) {
    const std::size_t to = next[cell[t]]++;
    for (std::size_t k = 0; k < 3; ++k) sorted[3 * to + k] = triangles[3 * t + k];
  }
  return sorted;
}

}  // namespace

MeshGraph mesh_graph_of(const Mesh& mesh, const Surface& surface) {
  MeshGraph graph;
  graph.connectivity = connectivity_of(mesh, surface);
  graph.triangles = sorted_in_space(corners_of(surface, graph.connectivity), mesh.positions);
  const auto any = [](std::uint32_t) { return true; };
  graph.pieces =
      connected_parts(graph.connectivity, any, [](std::uint32_t, std::uint32_t) { return true; });
  return graph;
}

}  // namespace marrow
