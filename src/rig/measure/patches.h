// A mesh cut into patches of some hundred triangles with their own vertices and edges, so that only
// changed patches are recomputed, by several threads, in the nearest cache.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rig/measure/mesh_graph.h"

namespace marrow {

/// An edge between two of a patch's vertices.
struct PatchEdge {
  std::uint16_t a = 0, b = 0;           ///< indices into Patch::vertices; vertices[a] < vertices[b]
  float inverse_length_squared = 0.0f;  ///< at bind; 0: it has no length there
};

/// Edges between two patches are in both.
struct Patch {
  std::span<const std::uint32_t> vertices;                  ///< representatives, none twice
  std::span<const std::array<std::uint16_t, 3>> triangles;  ///< indices into vertices
  std::span<const float> areas;                             ///< of the triangles at bind
  std::span<const PatchEdge> edges;                         ///< none twice
};

struct Patches {
  /// First indices of a patch; the next one begins where it ends.
  struct Begin {
    std::size_t vertex = 0, triangle = 0, edge = 0;
  };
  std::vector<Begin> begins;  ///< one per patch and one more
  std::vector<std::uint32_t> vertices;
  std::vector<std::array<std::uint16_t, 3>> triangles;
  std::vector<float> areas;
  std::vector<PatchEdge> edges;
  std::vector<std::uint32_t> row_begin, rows;  ///< V + 1 rows by vertex: the patches that it is in

  std::size_t count() const { return begins.empty() ? 0 : begins.size() - 1; }
  Patch patch(std::size_t index) const;
  std::span<const std::uint32_t> patches_of(std::uint32_t vertex) const {
    return std::span(rows).subspan(row_begin[vertex], row_begin[vertex + 1] - row_begin[vertex]);
  }
};

/// All triangles of the graph, in their order. `positions`: at least V, at bind.
Patches patches_of(const MeshGraph& graph, const std::vector<glm::vec3>& positions);

}  // namespace marrow
