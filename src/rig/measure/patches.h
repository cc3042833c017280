// A mesh cut into patches of a few hundred triangles with their own vertices and edges. Only
// changed patches are recomputed, by several threads; a patch fits in the L1 cache.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rig/mesh_graph.h"

namespace marrow {

/// An edge between two of a patch's vertices.
struct PatchEdge {
  std::uint16_t a = 0, b = 0;  ///< indices into Patch::vertices; vertices[a] < vertices[b]
};

/// Three corners, each 4 * the vertex's index into Patch::vertices: where that vertex begins in
/// PatchTriangles::places (patch_meters.h). Side k goes from corner k to the next corner.
using PatchTriangle = std::array<std::uint16_t, 3>;
inline std::uint16_t vertex_of_corner(std::uint16_t corner) { return corner / 4; }
inline std::uint16_t corner_of_vertex(std::uint16_t vertex) { return std::uint16_t(4 * vertex); }

/// Edges between two patches are in both.
struct Patch {
  static constexpr std::size_t kMostTriangles = 256;
  static constexpr std::size_t kLanes = 8;  ///< triangles computed at once

  std::span<const std::uint32_t> vertices;  ///< MeshGraph's representatives, each once
  /// A multiple of kLanes. The last triangles of a mesh may be fillers: three times vertex 0.
  std::span<const PatchTriangle> triangles;
  std::span<const float> areas;  ///< of each triangle at bind; 0 for a filler
  /// 1 / length^2 of each triangle's side k at bind; NaN if it has no length there.
  std::array<std::span<const float>, 3> side_scales;
  std::span<const PatchEdge> edges;  ///< without duplicates
};

struct Patches {
  /// First indices of a patch; the next one begins where it ends.
  struct Begin {
    std::size_t vertex = 0, triangle = 0, edge = 0;
  };
  std::vector<Begin> begins;  ///< one per patch and one more
  std::vector<std::uint32_t> vertices;
  std::vector<PatchTriangle> triangles;
  std::vector<float> areas;
  std::array<std::vector<float>, 3> side_scales;
  std::vector<PatchEdge> edges;
  std::vector<std::uint32_t> row_begin;  ///< V + 1: where each vertex's patches begin in `rows`
  std::vector<std::uint32_t> rows;       ///< the patches of each vertex, vertex by vertex

  std::size_t count() const { return begins.empty() ? 0 : begins.size() - 1; }
  Patch patch(std::size_t index) const;
  std::span<const std::uint32_t> patches_of(std::uint32_t vertex) const {
    return std::span(rows).subspan(row_begin[vertex], row_begin[vertex + 1] - row_begin[vertex]);
  }
};

/// Patches of all triangles of the graph, in their order. `positions`: at least V, at bind.
Patches patches_of(const MeshGraph& graph, const std::vector<glm::vec3>& positions);

}  // namespace marrow
