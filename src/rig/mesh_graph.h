// Graph, triangles and connected pieces of an undeformed mesh, for measurements.
#pragma once

#include "scene/connectivity.h"

namespace marrow {

/// The connected part of each vertex. Parts are numbered in the order of their first vertices.
struct Parts {
  /// V: duplicates have their representative's part; kNoIndex for a vertex in no part.
  std::vector<std::uint32_t> of;
  std::uint32_t count = 0;
};

/// Numbers the connected part around the representative `seed`. Does nothing if it has a number
/// already or has(seed) is false.
template <typename Has, typename Same>
void label_part(const Connectivity& graph, std::uint32_t seed, Has has, Same same, Parts& parts,
                std::vector<std::uint32_t>& waiting) {
  if (parts.of[seed] != kNoIndex || !has(seed)) return;
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

/// Connected parts of the representatives for which has(v), along edges for which same(a, b).
template <typename Has, typename Same>
Parts connected_parts(const Connectivity& graph, Has has, Same same) {
  Parts parts;
  parts.of.assign(graph.representative.size(), kNoIndex);
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t v = 0; v < parts.of.size(); ++v) {
    if (graph.representative[v] == v) {
      label_part(graph, v, has, same, parts, waiting);
    } else {
      parts.of[v] = parts.of[graph.representative[v]];
    }
  }
  return parts;
}

struct MeshGraph {
  Connectivity connectivity;
  /// 3T representatives, sorted in space so that consecutive triangles form small patches.
  /// Triangles with two corners at one place are left out.
  std::vector<std::uint32_t> triangles;
  Parts pieces;  ///< connected parts of the whole mesh: a body, an eyeball, a button
};
MeshGraph mesh_graph_of(const Mesh& mesh, const Surface& surface);

}  // namespace marrow
