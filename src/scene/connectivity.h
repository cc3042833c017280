// Neighbors among the vertices of a mesh.
#pragma once

#include <cstdint>
#include <vector>

#include "scene/mesh.h"

namespace marrow {

/// A mesh as a graph on its source vertices. Vertices at one position count as one, because files
/// split vertices at seams.
struct Connectivity {
  std::vector<std::uint32_t> representative;  ///< V: the first vertex at the same position
  /// V + 1: where each row of `neighbors` begins; only representatives have neighbors.
  std::vector<std::uint32_t> neighbor_begin;
  /// Representatives, ascending in each row. Each edge is listed at both of its ends.
  std::vector<std::uint32_t> neighbors;
};
Connectivity connectivity_of(const Mesh& mesh, const Surface& surface);

}  // namespace marrow
