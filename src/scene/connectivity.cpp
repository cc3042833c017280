// A mesh as a graph: vertices at one position are one node, the sides of triangles are its edges.
#include "scene/connectivity.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kVerticesAtOnce = 1 << 14;

std::size_t hash_of(const glm::vec3& position) {
  std::uint64_t hash = 0;
  for (int axis = 0; axis < 3; ++axis)  // -0 + 0 is 0
    hash = mixed(hash, glm::floatBitsToUint(position[axis] + 0.0f));
  return std::size_t(hash);
}

std::vector<std::uint32_t> first_at_same_place(const std::vector<glm::vec3>& positions) {
  std::vector<std::uint32_t> slots(std::bit_ceil(positions.size() * 2 + 1), kNoIndex);
  std::vector<std::uint32_t> first(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    std::size_t slot = hash_of(positions[i]) & (slots.size() - 1);
    while (slots[slot] != kNoIndex && positions[slots[slot]] != positions[i])
      slot = (slot + 1) & (slots.size() - 1);
    if (slots[slot] == kNoIndex) slots[slot] = std::uint32_t(i);
    first[i] = slots[slot];
  }
  return first;
}

/// Calls `take(a, b)` with the representatives at both ends of each triangle side, from several
/// threads. Leaves out sides whose ends are at one position.
template <typename Take>
void for_each_side(const Surface& surface, const std::vector<std::uint32_t>& representative,
                   Take take) {
  parallel_for(
      surface.triangles.size() / 3, kVerticesAtOnce, [&](std::size_t begin, std::size_t end) {
        for (std::size_t corner = 3 * begin; corner < 3 * end; ++corner) {
          const std::size_t next = corner % 3 == 2 ? corner - 2 : corner + 1;
          const std::uint32_t a = representative[surface.source[surface.triangles[corner]]];
          const std::uint32_t b = representative[surface.source[surface.triangles[next]]];
          if (a != b) take(a, b);
        }
      });
}

/// n++ from several threads. The order does not matter, as rows are sorted afterwards.
std::uint32_t count_up(std::uint32_t& n) {
  return __atomic_fetch_add(&n, 1u, __ATOMIC_RELAXED);  // some C++ libraries lack std::atomic_ref
}

/// Sorts each row and removes duplicates.
void sort_rows(Connectivity& graph) {
  const std::size_t rows = graph.neighbor_begin.size() - 1;
  std::vector<std::uint32_t> begin(rows + 1, 0);
  parallel_for_each(rows, kVerticesAtOnce, [&](std::size_t v) {
    const auto row = graph.neighbors.begin() + graph.neighbor_begin[v],
               row_end = graph.neighbors.begin() + graph.neighbor_begin[v + 1];
    std::sort(row, row_end);
    begin[v + 1] = std::uint32_t(std::unique(row, row_end) - row);
  });
  for (std::size_t v = 0; v < rows; ++v) begin[v + 1] += begin[v];
  std::vector<std::uint32_t> neighbors(begin.back());
  parallel_for_each(rows, kVerticesAtOnce, [&](std::size_t v) {
    std::copy_n(graph.neighbors.begin() + graph.neighbor_begin[v], begin[v + 1] - begin[v],
                neighbors.begin() + begin[v]);
  });
  graph.neighbors = std::move(neighbors);
  graph.neighbor_begin = std::move(begin);
}

}  // namespace

Connectivity connectivity_of(const Mesh& mesh, const Surface& surface) {
  Connectivity graph;
  graph.representative = first_at_same_place(mesh.positions);
  graph.neighbor_begin.assign(mesh.positions.size() + 1, 0);
  for_each_side(surface, graph.representative, [&](std::uint32_t a, std::uint32_t b) {
    count_up(graph.neighbor_begin[a + 1]);
    count_up(graph.neighbor_begin[b + 1]);
  });
  for (std::size_t v = 0; v < mesh.positions.size(); ++v)
    graph.neighbor_begin[v + 1] += graph.neighbor_begin[v];
  graph.neighbors.resize(graph.neighbor_begin.back());
  std::vector<std::uint32_t> next(graph.neighbor_begin.begin(), graph.neighbor_begin.end() - 1);
  for_each_side(surface, graph.representative, [&](std::uint32_t a, std::uint32_t b) {
    graph.neighbors[count_up(next[a])] = b;
    graph.neighbors[count_up(next[b])] = a;
  });
  sort_rows(graph);
  return graph;
}

}  // namespace marrow
