// Continues numbers at some vertices of a mesh smoothly to the others.
#pragma once

#include <cstdint>
#include <vector>

#include "rig/mesh_graph.h"

namespace marrow {

/// Connected vertices without numbers and, around them, known ones. The unknown numbers minimize
/// x^T L M^-1 L x (Abdrashitov, Raichstat, Monsen, Hill 2023, "Robust Skin Weights Transfer via
/// Weight Inpainting", without the first-order term). L consists of cotangents (at least a small
/// positive number, so that slivers do no harm), M of areas.
struct FillRegion {
  /// Representatives: first the unknown vertices, then their neighbors, then the neighbors'
  /// neighbors.
  std::vector<std::uint32_t> vertices;
  std::size_t unknown = 0, inner = 0;  ///< numbers of vertices: unknown; with their neighbors
  bool is_island = false;              ///< all its vertices are unknown: nothing can be continued

  /// `values`: one per vertex of the region; writes the first `unknown` ones, which may exceed the
  /// range of the known ones. Precondition: not an island.
  void solve(std::vector<double>& values) const;

  // Rows of L for the first `inner` vertices: off-diagonal entries [begin[i], begin[i + 1]).
  std::vector<std::uint32_t> begin{0}, column;
  std::vector<double> weight;    ///< of edges, positive
  std::vector<double> diagonal;  ///< sum of a row's weights
  std::vector<double> area;      ///< the diagonal of M
};

/// The regions of all unknown representatives. `positions`: one per vertex; `is_known`: only read
/// for representatives.
std::vector<FillRegion> fill_regions(const MeshGraph& graph,
                                     const std::vector<glm::vec3>& positions,
                                     const std::vector<char>& is_known);

}  // namespace marrow
