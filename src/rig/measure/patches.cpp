#include "rig/measure/patches.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kTriangles = Patch::kMostTriangles;
constexpr std::size_t kPatchGrain = 64;  ///< patches per piece of work

/// Numbers keys in order of appearance, at most 3 * kTriangles of them.
class Numbering {
 public:
  struct Number {
    std::uint16_t value = 0;
    bool is_new = false;
  };
  Number of(std::uint32_t key) {
    std::size_t slot = (key * 2654435761u) >> 21;  // Knuth's multiplicative hash
    while (keys_[slot] != kNoIndex && keys_[slot] != key) slot = (slot + 1) % kSlots;
    const bool is_new = keys_[slot] == kNoIndex;
    if (is_new) numbers_[slot] = count_++;
    keys_[slot] = key;
    return {numbers_[slot], is_new};
  }
  void clear() {
    keys_.fill(kNoIndex);
    count_ = 0;
  }

 private:
  static constexpr std::size_t kSlots = 2048;
  static_assert(kSlots > 3 * kTriangles);
  std::array<std::uint32_t, kSlots> keys_{};
  std::array<std::uint16_t, kSlots> numbers_{};
  std::uint16_t count_ = 0;
};

/// NaN if the result is not finite.
float inverse_length_squared(const glm::vec3& a, const glm::vec3& b) {
  const glm::dvec3 along = glm::dvec3(b) - glm::dvec3(a);
  const float inverse = float(1.0 / glm::dot(along, along));
  return std::isfinite(inverse) ? inverse : std::numeric_limits<float>::quiet_NaN();
}

/// Appends patches to `part`, the result of one piece of work.
class Cutter {
 public:
  Cutter(const MeshGraph& graph, const std::vector<glm::vec3>& positions, Patches& part)
      : triangles_(graph.triangles), positions_(positions), part_(part) {}

  void cut(std::size_t patch) {
    first_vertex_ = part_.vertices.size();
    part_.begins.push_back({first_vertex_, part_.triangles.size(), part_.edges.size()});
    vertex_numbers_.clear();
    edge_numbers_.clear();
    const std::size_t end = std::min(triangles_.size() / 3, (patch + 1) * kTriangles);
    for (std::size_t t = patch * kTriangles; t < end; ++t) add(&triangles_[3 * t]);
    while (part_.triangles.size() % Patch::kLanes != 0) add_filler();
  }

 private:
  void add(const std::uint32_t* corner) {
    std::array<std::uint16_t, 3> local{};
    for (std::size_t k = 0; k < 3; ++k) {
      const Numbering::Number number = vertex_numbers_.of(corner[k]);
      local[k] = number.value;
      if (number.is_new) part_.vertices.push_back(corner[k]);
    }
    part_.triangles.push_back(
        {corner_of_vertex(local[0]), corner_of_vertex(local[1]), corner_of_vertex(local[2])});
    const glm::vec3& a = positions_[corner[0]];
    part_.areas.push_back(
        0.5f * glm::length(glm::cross(positions_[corner[1]] - a, positions_[corner[2]] - a)));
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t next = (k + 1) % 3;
      part_.side_scales[k].push_back(
          inverse_length_squared(positions_[corner[k]], positions_[corner[next]]));
      add_edge(local[k], local[next]);
    }
  }

  void add_filler() {
    part_.triangles.push_back({0, 0, 0});
    part_.areas.push_back(0.0f);
    for (std::vector<float>& scales : part_.side_scales)
      scales.push_back(std::numeric_limits<float>::quiet_NaN());
  }

  void add_edge(std::uint16_t a, std::uint16_t b) {
    if (part_.vertices[first_vertex_ + a] > part_.vertices[first_vertex_ + b]) std::swap(a, b);
    if (edge_numbers_.of(std::uint32_t(a) << 16 | b).is_new)
      part_.edges.push_back({.a = a, .b = b});
  }

  const std::vector<std::uint32_t>& triangles_;
  const std::vector<glm::vec3>& positions_;
  Patches& part_;
  std::size_t first_vertex_ = 0;
  Numbering vertex_numbers_, edge_numbers_;
};

/// Reserves memory for a piece of work: closed surfaces have half as many vertices as triangles and
/// 3/2 as many edges, open ones have more.
void reserve(std::size_t patches, Patches& part) {
  part.begins.reserve(patches);
  part.vertices.reserve(patches * kTriangles * 3 / 4);
  part.triangles.reserve(patches * kTriangles);
  part.areas.reserve(patches * kTriangles);
  for (std::vector<float>& scales : part.side_scales) scales.reserve(patches * kTriangles);
  part.edges.reserve(patches * kTriangles * 7 / 4);
}

/// Concatenates `list_of(part)` of all parts.
template <typename ListOf>
void join_lists(const std::vector<Patches>& parts, ListOf list_of, Patches& all) {
  std::vector<std::size_t> firsts;
  std::size_t size = 0;
  for (const Patches& part : parts) {
    firsts.push_back(size);
    size += list_of(part).size();
  }
  list_of(all).resize(size);
  parallel_for(parts.size(), 1, [&](std::size_t p, std::size_t) {
    std::copy(list_of(parts[p]).begin(), list_of(parts[p]).end(),
              list_of(all).begin() + std::ptrdiff_t(firsts[p]));
  });
}

Patches joined(const std::vector<Patches>& parts) {
  Patches all;
  Patches::Begin at;
  for (const Patches& part : parts) {
    for (const Patches::Begin& begin : part.begins)
      all.begins.push_back(
          {at.vertex + begin.vertex, at.triangle + begin.triangle, at.edge + begin.edge});
    at = {at.vertex + part.vertices.size(), at.triangle + part.triangles.size(),
          at.edge + part.edges.size()};
  }
  all.begins.push_back(at);
  join_lists(
      parts, [](auto& part) -> auto& { return part.vertices; }, all);
  join_lists(
      parts, [](auto& part) -> auto& { return part.triangles; }, all);
  join_lists(
      parts, [](auto& part) -> auto& { return part.areas; }, all);
  for (std::size_t k = 0; k < all.side_scales.size(); ++k)
    join_lists(
        parts, [k](auto& part) -> auto& { return part.side_scales[k]; }, all);
  join_lists(
      parts, [](auto& part) -> auto& { return part.edges; }, all);
  return all;
}

void find_rows(std::size_t vertices, Patches& patches) {
  patches.row_begin.assign(vertices + 1, 0);
  for (const std::uint32_t v : patches.vertices) ++patches.row_begin[v + 1];
  for (std::size_t v = 0; v < vertices; ++v) patches.row_begin[v + 1] += patches.row_begin[v];
  patches.rows.resize(patches.vertices.size());
  std::vector<std::uint32_t> next(patches.row_begin.begin(), patches.row_begin.end() - 1);
  for (std::size_t p = 0; p < patches.count(); ++p) {
    for (const std::uint32_t v : patches.patch(p).vertices)
      patches.rows[next[v]++] = std::uint32_t(p);
  }
}

}  // namespace

Patch Patches::patch(std::size_t index) const {
  const Begin &begin = begins[index], &end = begins[index + 1];
  const std::size_t triangle_count = end.triangle - begin.triangle;
  const auto of_triangles = [&](const std::vector<float>& values) {
    return std::span(values).subspan(begin.triangle, triangle_count);
  };
  return {.vertices = std::span(vertices).subspan(begin.vertex, end.vertex - begin.vertex),
          .triangles = std::span(triangles).subspan(begin.triangle, triangle_count),
          .areas = of_triangles(areas),
          .side_scales = {of_triangles(side_scales[0]), of_triangles(side_scales[1]),
                          of_triangles(side_scales[2])},
          .edges = std::span(edges).subspan(begin.edge, end.edge - begin.edge)};
}

Patches patches_of(const MeshGraph& graph, const std::vector<glm::vec3>& positions) {
  const std::size_t count = (graph.triangles.size() / 3 + kTriangles - 1) / kTriangles;
  std::vector<Patches> parts((count + kPatchGrain - 1) / kPatchGrain);
  parallel_for(count, kPatchGrain, [&](std::size_t begin, std::size_t end) {
    reserve(end - begin, parts[begin / kPatchGrain]);
    Cutter cutter(graph, positions, parts[begin / kPatchGrain]);
    for (std::size_t patch = begin; patch < end; ++patch) cutter.cut(patch);
  });
  Patches patches = joined(parts);
  find_rows(positions.size(), patches);
  return patches;
}

}  // namespace marrow
