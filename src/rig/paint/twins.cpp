#include "rig/paint/twins.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "base/hash.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kScannedAtOnce = 1 << 16;
constexpr std::size_t kMatchedAtOnce = 1 << 9;
constexpr float kLookedAround = 1.0f;  // of the size of what is asked for, on each side

Bounds grown(Bounds bounds, float by) {
  bounds.low -= glm::vec3(by);
  bounds.high += glm::vec3(by);
  return bounds;
}

/// Some vertices in cells of one size. Several cells may share a list: the nearest vertex is found
/// by its distance, so the others in a list cost time only.
class VertexCells {
 public:
  VertexCells(float size, std::span<const glm::vec3> positions)
      : size_(size), positions_(positions) {}

  void take(std::vector<std::uint32_t> vertices) {
    vertices_ = std::move(vertices);
    first_.assign(std::bit_ceil(vertices_.size() + 1), kNoIndex);
    next_.resize(vertices_.size());
    for (std::size_t n = 0; n < vertices_.size(); ++n) {
      std::uint32_t& first = first_[list_of(cell_of(positions_[vertices_[n]]))];
      next_[n] = std::exchange(first, std::uint32_t(n));
    }
  }

  /// The nearest vertex within the cells' size, of equally near ones the first; kNoIndex: none.
  std::uint32_t nearest_to(const glm::vec3& place) const {
    Nearest nearest{size_ * size_};
    const glm::ivec3 middle = cell_of(place);
    look_into(middle, place, nearest);
    for (int x = -1; x <= 1; ++x)
      for (int y = -1; y <= 1; ++y)
        for (int z = -1; z <= 1; ++z) {
          const glm::ivec3 cell = middle + glm::ivec3(x, y, z);
          if (cell != middle && squared_to(cell, place) <= nearest.squared)
            look_into(cell, place, nearest);
        }
    return nearest.vertex;
  }

 private:
  struct Nearest {
    float squared;
    std::uint32_t vertex = kNoIndex;
  };

  glm::ivec3 cell_of(const glm::vec3& point) const {
    return glm::ivec3(glm::floor(glm::clamp(point / size_, -1e9f, 1e9f)));
  }
  std::size_t list_of(const glm::ivec3& cell) const {
    std::uint64_t hash = 0;
    for (int axis = 0; axis < 3; ++axis) hash = mixed(hash, std::uint32_t(cell[axis]));
    return std::size_t(hash) & (first_.size() - 1);
  }
  /// Of the distance to a cell, less what rounding may have added.
  float squared_to(const glm::ivec3& cell, const glm::vec3& place) const {
    constexpr float kRounding = 4e-7f;
    const glm::vec3 low = glm::vec3(cell) * size_, slack = kRounding * (glm::abs(low) + size_),
                    beyond = glm::max(low - place, place - low - size_) - slack,
                    apart = glm::max(beyond, glm::vec3(0.0f));
    return glm::dot(apart, apart);
  }
  void look_into(const glm::ivec3& cell, const glm::vec3& place, Nearest& nearest) const {
    for (std::uint32_t n = first_[list_of(cell)]; n != kNoIndex; n = next_[n]) {
      const std::uint32_t vertex = vertices_[n];
      const glm::vec3 apart = positions_[vertex] - place;
      const float squared = glm::dot(apart, apart);
      if (squared > nearest.squared || (squared == nearest.squared && vertex > nearest.vertex))
        continue;
      nearest = {squared, vertex};
    }
  }

  float size_;
  std::span<const glm::vec3> positions_;
  std::vector<std::uint32_t> vertices_, first_, next_;
};

/// About two edges of an evenly cut mesh.
float reach_of(std::span<const glm::vec3> positions) {
  std::vector<Bounds> ranges((positions.size() + kScannedAtOnce - 1) / kScannedAtOnce);
  parallel_for(positions.size(), kScannedAtOnce, [&](std::size_t begin, std::size_t end) {
    Bounds range;
    for (std::size_t v = begin; v < end; ++v) range.add(positions[v]);
    ranges[begin / kScannedAtOnce] = range;
  });
  Bounds bounds;
  for (const Bounds& range : ranges) {
    bounds.add(range.low);
    bounds.add(range.high);
  }
  if (bounds.empty()) return 0.0f;
  const glm::vec3 farthest = glm::max(glm::abs(bounds.low), glm::abs(bounds.high));
  const float size = std::max({farthest.x, farthest.y, farthest.z, 1e-30f});
  return std::max(2.0f * bounds.diagonal() / std::sqrt(float(positions.size())), 1e-6f * size);
}

}  // namespace

void TwinFinder::look_around(const Bounds& bounds, std::span<const glm::vec3> positions) {
  region_ = grown(bounds, kLookedAround * bounds.diagonal());
  struct Range {
    std::vector<std::uint32_t> here, there;
  };
  std::vector<Range> ranges((positions.size() + kScannedAtOnce - 1) / kScannedAtOnce);
  parallel_for(positions.size(), kScannedAtOnce, [&](std::size_t begin, std::size_t end) {
    Range& range = ranges[begin / kScannedAtOnce];
    for (std::size_t v = begin; v < end; ++v) {
      if (region_.holds(positions[v])) range.here.push_back(std::uint32_t(v));
      if (region_.holds(plane_.image(positions[v]))) range.there.push_back(std::uint32_t(v));
    }
  });
  here_.clear();
  there_.clear();
  for (const Range& range : ranges) {
    here_.insert(here_.end(), range.here.begin(), range.here.end());
    there_.insert(there_.end(), range.there.begin(), range.there.end());
  }
}

std::vector<Twin> TwinFinder::twins_of(std::span<const std::uint32_t> vertices,
                                       std::span<const glm::vec3> positions) {
  std::vector<Twin> twins;
  if (vertices.empty()) return twins;
  if (reach_ < 0.0f) reach_ = reach_of(positions);
  Bounds bounds;
  for (const std::uint32_t v : vertices) bounds.add(positions[v]);
  bounds = grown(bounds, 2.0f * reach_);
  if (!region_.holds(bounds.low) || !region_.holds(bounds.high)) look_around(bounds, positions);
  std::vector<std::uint32_t> near, asked;
  for (const std::uint32_t v : here_)
    if (bounds.holds(positions[v])) near.push_back(v);
  for (const std::uint32_t v : there_)
    if (bounds.holds(plane_.image(positions[v]))) asked.push_back(v);
  VertexCells cells(reach_, positions);
  cells.take(std::move(near));
  std::vector<std::uint32_t> nearest(asked.size());
  parallel_for(asked.size(), kMatchedAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      nearest[n] = cells.nearest_to(plane_.image(positions[asked[n]]));
  });
  for (std::size_t n = 0; n < asked.size(); ++n)
    if (std::binary_search(vertices.begin(), vertices.end(), nearest[n]))
      twins.push_back({asked[n], nearest[n]});
  return twins;
}

}  // namespace marrow
