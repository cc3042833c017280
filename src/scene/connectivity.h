// Neighbours among the vertices of a mesh.
#pragma once

#include <cstdint>
#include <vector>

#include "scene/mesh.h"

namespace marrow {

/// A mesh as a graph on its source vertices. Vertices at one place are one: files split them at
/// seams.
struct Connectivity {
  std::vector<std::uint32_t> representative;  ///< V: the first vertex at the same place
  std::vector<std::uint32_t>
      neighbor_begin;  ///< V + 1: rows of `neighbors`; only representatives have any
  std::vector<std::uint32_t>
      neighbors;  ///< representatives, ascending in each row; each edge is in the rows of both ends
};
Connectivity connectivity_of(const Mesh& mesh, const Surface& surface);

}  // namespace marrow
