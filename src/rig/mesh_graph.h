// What measures need to know of a mesh's shape alone, whatever bends it: its graph, its triangles on it, its pieces.
#pragma once

#include "rig/measure.h"

namespace marrow {

/// Which connected part each vertex belongs to. Parts are numbered by their first vertex.
struct Parts {
  std::vector<std::uint32_t> of;  ///< V: duplicates have their representative's; kNoIndex: in none
  std::uint32_t count = 0;
};

/// Connected parts of those representatives that `has(v)`, walking along edges whose ends are `same(a, b)`.
template <typename Has, typename Same>
Parts connected_parts(const Connectivity& graph, Has has, Same same) {
  Parts parts;
  parts.of.assign(graph.representative.size(), kNoIndex);
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t seed = 0; seed < parts.of.size(); ++seed) {
    if (graph.representative[seed] != seed) {
      parts.of[seed] = parts.of[graph.representative[seed]];
      continue;
    }
    if (parts.of[seed] != kNoIndex || !has(seed)) continue;
    parts.of[seed] = parts.count++;
    waiting.assign(1, seed);
    while (!waiting.empty()) {
      const std::uint32_t at = waiting.back();
      waiting.pop_back();
      for (std::uint32_t k = graph.neighbor_begin[at]; k < graph.neighbor_begin[at + 1]; ++k) {
        const std::uint32_t next = graph.neighbors[k];
        if (parts.of[next] != kNoIndex || !has(next) || !same(at, next)) continue;
        parts.of[next] = parts.of[seed];
        waiting.push_back(next);
      }
    }
  }
  return parts;
}

struct MeshGraph {
  Connectivity connectivity;
  std::vector<std::uint32_t> triangles;  ///< 3T representatives; triangles with two corners at one place are left out
  Parts pieces;                          ///< what hangs together at all: a body, an eyeball, a button
};
MeshGraph mesh_graph_of(const Mesh& mesh, const Surface& surface);

}  // namespace marrow
