#include "rig/paint/twins.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.h"
#include "scene/mesh.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kScannedAtOnce = 1 << 16;

/// A grid of cells of one size.
class Cells {
 public:
  explicit Cells(float size) : size_(size) {}
  glm::ivec3 of(const glm::vec3& point) const {
    return glm::ivec3(glm::floor(glm::clamp(point / size_, -1e9f, 1e9f)));
  }
  template <typename Visit>
  static void around(const glm::ivec3& cell, const Visit& visit) {
    for (int x = -1; x <= 1; ++x)
      for (int y = -1; y <= 1; ++y)
        for (int z = -1; z <= 1; ++z) visit(key(cell + glm::ivec3(x, y, z)));
  }
  static std::uint64_t key(const glm::ivec3& cell) {
    std::uint64_t hash = 0;
    for (int axis = 0; axis < 3; ++axis) hash = mixed(hash, std::uint32_t(cell[axis]));
    return hash;
  }

 private:
  float size_;
};

/// Vertices near some, and near their images; ascending each.
struct Near {
  std::vector<std::uint32_t> here, there;
};

Near find_near(std::span<const glm::vec3> positions, const MirrorPlane& plane, const Cells& cells,
               const std::unordered_set<std::uint64_t>& marked, Bounds bounds, float reach) {
  bounds.low -= glm::vec3(2.0f * reach);
  bounds.high += glm::vec3(2.0f * reach);
  const auto is_in = [&](const glm::vec3& point) {
    return glm::all(glm::greaterThanEqual(point, bounds.low)) &&
           glm::all(glm::lessThanEqual(point, bounds.high)) &&
           marked.count(Cells::key(cells.of(point))) > 0;
  };
  std::vector<Near> ranges((positions.size() + kScannedAtOnce - 1) / kScannedAtOnce);
  parallel_for(positions.size(), kScannedAtOnce, [&](std::size_t begin, std::size_t end) {
    Near& range = ranges[begin / kScannedAtOnce];
    for (std::size_t v = begin; v < end; ++v) {
      if (is_in(positions[v])) range.here.push_back(std::uint32_t(v));
      if (is_in(plane.image(positions[v]))) range.there.push_back(std::uint32_t(v));
    }
  });
  Near all;
  for (const Near& range : ranges) {
    all.here.insert(all.here.end(), range.here.begin(), range.here.end());
    all.there.insert(all.there.end(), range.there.begin(), range.there.end());
  }
  return all;
}

using CellTable = std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>;

/// The nearest vertex of the table within `reach`, of equally near ones the first; kNoIndex: none.
std::uint32_t nearest_in(const CellTable& table, const Cells& cells, const glm::vec3& place,
                         std::span<const glm::vec3> positions, float reach) {
  float least = reach * reach;
  std::uint32_t nearest = kNoIndex;
  const auto look_in = [&](std::uint64_t key) {
    const auto cell = table.find(key);
    if (cell == table.end()) return;
    for (const std::uint32_t v : cell->second) {
      const glm::vec3 apart = positions[v] - place;
      const float squared = glm::dot(apart, apart);
      if (squared > least || (squared == least && v > nearest)) continue;
      least = squared;
      nearest = v;
    }
  };
  const glm::ivec3 middle = cells.of(place);
  look_in(Cells::key(middle));
  if (least > 0.0f) Cells::around(middle, look_in);
  return nearest;
}

}  // namespace

float twin_reach(std::span<const glm::vec3> positions) {
  Bounds bounds;
  for (const glm::vec3& position : positions) bounds.add(position);
  if (bounds.empty()) return 0.0f;
  const glm::vec3 farthest = glm::max(glm::abs(bounds.low), glm::abs(bounds.high));
  const float size = std::max({farthest.x, farthest.y, farthest.z, 1e-30f});
  return std::max(2.0f * bounds.diagonal() / std::sqrt(float(positions.size())), 1e-6f * size);
}

std::vector<Twin> twins_of(std::span<const std::uint32_t> vertices,
                           std::span<const glm::vec3> positions, const MirrorPlane& plane,
                           float reach) {
  std::vector<Twin> twins;
  if (vertices.empty()) return twins;
  Bounds bounds;
  for (const std::uint32_t v : vertices) bounds.add(positions[v]);
  const Cells cells(reach);
  std::unordered_set<std::uint64_t> inside, marked;
  for (const std::uint32_t v : vertices) {
    const glm::ivec3 cell = cells.of(positions[v]);
    if (!inside.insert(Cells::key(cell)).second) continue;
    Cells::around(cell, [&](std::uint64_t key) { marked.insert(key); });
  }
  const Near near = find_near(positions, plane, cells, marked, bounds, reach);
  CellTable table;
  for (const std::uint32_t v : near.here) table[Cells::key(cells.of(positions[v]))].push_back(v);
  std::vector<std::uint32_t> nearest(near.there.size());
  parallel_for(near.there.size(), 1 << 10, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      nearest[n] =
          nearest_in(table, cells, plane.image(positions[near.there[n]]), positions, reach);
  });
  for (std::size_t n = 0; n < near.there.size(); ++n)
    if (std::binary_search(vertices.begin(), vertices.end(), nearest[n]))
      twins.push_back({near.there[n], nearest[n]});
  return twins;
}

}  // namespace marrow
