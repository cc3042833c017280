// The joints that move each vertex and their weights, computed by rig/ or taken from explicit
// weights.
#pragma once

#include <cstdint>
#include <vector>

namespace marrow {

/// Vertex v owns the entries k of `joint`, `weight` and `distance` with row_begin(v) <= k <
/// row_end(v), ordered by joint index. A vertex without entries is uncovered and keeps its bind
/// position. Rows may begin anywhere among the entries, copies of a vertex may share a row, and
/// entries that no row owns have no meaning. So one row can grow without moving the others.
struct Influences {
  struct Row {
    std::uint32_t begin = 0, size = 0;
    bool operator==(const Row&) const = default;
  };
  std::vector<Row> rows;             ///< one per vertex
  std::vector<std::uint32_t> joint;  ///< index into Skeleton::joints
  std::vector<float> weight;         ///< rows sum to 1 within 1e-6; never negative or NaN
  std::vector<float> distance;  ///< d_ij to the bone in skeleton units; empty for explicit weights

  std::size_t vertex_count() const { return rows.size(); }
  std::uint32_t row_size(std::size_t vertex) const { return rows[vertex].size; }
  std::uint32_t row_begin(std::size_t vertex) const { return rows[vertex].begin; }
  std::uint32_t row_end(std::size_t vertex) const { return rows[vertex].begin + rows[vertex].size; }

  /// Ends the row of a new vertex: the entries appended since the last row.
  void end_row() {
    const std::uint32_t begin = rows.empty() ? 0 : row_end(rows.size() - 1);
    rows.push_back({begin, std::uint32_t(joint.size()) - begin});
  }
};

/// Calls visit(joint, weight in row a, weight in row b) for each joint in either row, ascending.
template <typename Visit>
void compare_rows(const Influences& of_a, std::size_t a, const Influences& of_b, std::size_t b,
                  const Visit& visit) {
  std::uint32_t i = of_a.row_begin(a), k = of_b.row_begin(b);
  const std::uint32_t i_end = of_a.row_end(a), k_end = of_b.row_end(b);
  // As long as both have the same joints; most pairs of neighboring rows end here.
  for (; i < i_end && k < k_end && of_a.joint[i] == of_b.joint[k]; ++i, ++k)
    visit(of_a.joint[i], of_a.weight[i], of_b.weight[k]);
  while (i < i_end && k < k_end) {
    const std::uint32_t at_a = of_a.joint[i], at_b = of_b.joint[k];
    const float from_a = at_a <= at_b ? of_a.weight[i++] : 0.0f;
    const float from_b = at_b <= at_a ? of_b.weight[k++] : 0.0f;
    visit(at_a <= at_b ? at_a : at_b, from_a, from_b);
  }
  for (; i < i_end; ++i) visit(of_a.joint[i], of_a.weight[i], 0.0f);
  for (; k < k_end; ++k) visit(of_b.joint[k], 0.0f, of_b.weight[k]);
}

}  // namespace marrow
