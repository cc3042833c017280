// A mesh as a graph: vertices at the same place are one, and edges are what triangles have between them.
#include <algorithm>
#include <bit>

#include "rig/measure.h"

namespace marrow {

namespace {

std::size_t hash_of(const glm::vec3& position) {
  std::uint64_t hash = 0;
  for (int axis = 0; axis < 3; ++axis) {
    hash = (hash ^ std::bit_cast<std::uint32_t>(position[axis] + 0.0f)) * 0x9e3779b97f4a7c15u;  // -0 + 0 is 0
    hash ^= hash >> 29;
  }
  return std::size_t(hash);
}

std::vector<std::uint32_t> first_at_same_place(const std::vector<glm::vec3>& positions) {
  std::vector<std::uint32_t> slots(std::bit_ceil(positions.size() * 2 + 1), kNoIndex);
  std::vector<std::uint32_t> first(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    std::size_t slot = hash_of(positions[i]) & (slots.size() - 1);
    while (slots[slot] != kNoIndex && positions[slots[slot]] != positions[i]) slot = (slot + 1) & (slots.size() - 1);
    if (slots[slot] == kNoIndex) slots[slot] = std::uint32_t(i);
    first[i] = slots[slot];
  }
  return first;
}

/// Calls `take(a, b)` for the three sides of each triangle, ends as representatives; sides without length are left out.
template <typename Take>
void for_each_side(const Surface& surface, const std::vector<std::uint32_t>& representative, Take take) {
  for (std::size_t corner = 0; corner < surface.triangles.size(); ++corner) {
    const std::size_t next = corner % 3 == 2 ? corner - 2 : corner + 1;
    const std::uint32_t a = representative[surface.source[surface.triangles[corner]]];
    const std::uint32_t b = representative[surface.source[surface.triangles[next]]];
    if (a != b) take(a, b);
  }
}

/// Each row sorted, every neighbour once.
void sort_rows(Connectivity& graph) {
  std::uint32_t kept = 0;
  std::uint32_t begin = 0;
  for (std::size_t v = 0; v + 1 < graph.neighbor_begin.size(); ++v) {
    const std::uint32_t end = graph.neighbor_begin[v + 1];
    const auto row = graph.neighbors.begin() + begin;
    std::sort(row, graph.neighbors.begin() + end);
    const auto row_end = std::unique(row, graph.neighbors.begin() + end);
    std::copy(row, row_end, graph.neighbors.begin() + kept);
    kept += std::uint32_t(row_end - row);
    begin = end;
    graph.neighbor_begin[v + 1] = kept;
  }
  graph.neighbors.resize(kept);
}

}  // namespace

Connectivity connectivity_of(const Mesh& mesh, const Surface& surface) {
  Connectivity graph;
  graph.representative = first_at_same_place(mesh.positions);
  graph.neighbor_begin.assign(mesh.positions.size() + 1, 0);
  for_each_side(surface, graph.representative, [&](std::uint32_t a, std::uint32_t b) {
    ++graph.neighbor_begin[a + 1];
    ++graph.neighbor_begin[b + 1];
  });
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) graph.neighbor_begin[v + 1] += graph.neighbor_begin[v];
  graph.neighbors.resize(graph.neighbor_begin.back());
  std::vector<std::uint32_t> next(graph.neighbor_begin.begin(), graph.neighbor_begin.end() - 1);
  for_each_side(surface, graph.representative, [&](std::uint32_t a, std::uint32_t b) {
    graph.neighbors[next[a]++] = b;
    graph.neighbors[next[b]++] = a;
  });
  sort_rows(graph);
  graph.edges.reserve(graph.neighbors.size() / 2);
  for (std::uint32_t a = 0; a < mesh.positions.size(); ++a) {
    for (std::uint32_t k = graph.neighbor_begin[a]; k < graph.neighbor_begin[a + 1]; ++k) {
      if (a < graph.neighbors[k]) graph.edges.push_back({.mesh = kNoId, .a = a, .b = graph.neighbors[k]});
    }
  }
  return graph;
}

}  // namespace marrow
