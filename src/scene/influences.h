// Which joints move a vertex, and how much. Made by rig (or read from a mesh's explicit weights), read by everybody else.
#pragma once

#include <cstdint>
#include <vector>

namespace marrow {

/// Compressed rows: vertex v owns entries [row_begin[v], row_begin[v + 1]), ordered by joint index.
/// An empty row means that no capsule holds the vertex: it is uncovered and keeps its bind position.
struct Influences {
  std::vector<std::uint32_t> row_begin{0};  ///< V + 1
  std::vector<std::uint32_t> joint;         ///< index into Skeleton::joints
  std::vector<float> weight;                ///< rows sum to 1 within 1e-6; never negative or NaN
  std::vector<float> distance;              ///< d_ij to the bone in skeleton units; empty for explicit weights

  std::size_t vertex_count() const { return row_begin.size() - 1; }
  std::uint32_t row_size(std::size_t vertex) const { return row_begin[vertex + 1] - row_begin[vertex]; }
};

}  // namespace marrow
