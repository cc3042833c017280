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
/// The region extends beyond the requested vertices on each side by this share of their diagonal.
constexpr float kLookedAround = 1.0f;

Bounds grown(Bounds bounds, float by) {
  bounds.low -= glm::vec3(by);
  bounds.high += glm::vec3(by);
  return bounds;
}

/// Some vertices in cells of one size. Several cells may share a list: that only costs time,
/// because the distance decides which vertex is nearest.
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

  /// Index of the nearest vertex no farther than one cell size, the first of equally near ones;
  /// kNoIndex: none.
  std::uint32_t nearest_to(const glm::vec3& place) const {
    Nearest nearest{size_ * size_};
    const glm::ivec3 middle = cell_of(place);
    look_into(middle, place, nearest);
    if (nearest.squared < squared_to_side(middle, place)) return nearest.index;
    for (int x = -1; x <= 1; ++x)
      for (int y = -1; y <= 1; ++y)
        for (int z = -1; z <= 1; ++z) {
          const glm::ivec3 cell = middle + glm::ivec3(x, y, z);
          if (cell != middle && squared_to(cell, place) <= nearest.squared)
            look_into(cell, place, nearest);
        }
    return nearest.index;
  }

 private:
  struct Nearest {
    float squared;
    std::uint32_t index = kNoIndex;  ///< into vertices_, which ascend
  };

  glm::ivec3 cell_of(const glm::vec3& point) const {
    return glm::ivec3(glm::floor(glm::clamp(point / size_, -1e9f, 1e9f)));
  }
  std::size_t list_of(const glm::ivec3& cell) const {
    std::uint64_t hash = 0;
    for (int axis = 0; axis < 3; ++axis) hash = mixed(hash, std::uint32_t(cell[axis]));
    return std::size_t(hash) & (first_.size() - 1);
  }
  glm::vec3 slack_of(const glm::vec3& low) const {
    constexpr float kRounding = 4e-7f;
    return kRounding * (glm::abs(low) + size_);
  }
  /// Squared distance to a cell, reduced by what rounding may have added.
  float squared_to(const glm::ivec3& cell, const glm::vec3& place) const {
    const glm::vec3 low = glm::vec3(cell) * size_,
                    beyond = glm::max(low - place, place - low - size_) - slack_of(low),
                    apart = glm::max(beyond, glm::vec3(0.0f));
    return glm::dot(apart, apart);
  }
  /// Squared distance to the nearest side of the cell that contains a place, reduced in the same
  /// way.
  float squared_to_side(const glm::ivec3& cell, const glm::vec3& place) const {
    const glm::vec3 low = glm::vec3(cell) * size_,
                    inside = glm::min(place - low, low + size_ - place) - slack_of(low),
                    most = glm::max(inside, glm::vec3(0.0f));
    const float least = std::min({most.x, most.y, most.z});
    return least * least;
  }
  void look_into(const glm::ivec3& cell, const glm::vec3& place, Nearest& nearest) const {
    for (std::uint32_t n = first_[list_of(cell)]; n != kNoIndex; n = next_[n]) {
      const glm::vec3 apart = positions_[vertices_[n]] - place;
      const float squared = glm::dot(apart, apart);
      if (squared > nearest.squared || (squared == nearest.squared && n > nearest.index)) continue;
      nearest = {squared, n};
    }
  }

  float size_;
  std::span<const glm::vec3> positions_;
  std::vector<std::uint32_t> vertices_, first_, next_;
};

/// About two edge lengths of an evenly cut mesh.
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
    for (const std::uint32_t vertex : range.there) there_.push_back({vertex, false, kNoIndex});
  }
  first_twin_.assign(here_.size(), kNoIndex);
}

/// For vertices in there_ with mirror images within `bounds`, finds the vertices nearest to these.
void TwinFinder::match(const Bounds& bounds, std::span<const glm::vec3> positions) {
  std::vector<std::uint32_t> asked, near, near_here;
  Bounds around;
  for (std::size_t n = 0; n < there_.size(); ++n) {
    if (there_[n].is_matched) continue;
    const glm::vec3 image = plane_.image(positions[there_[n].vertex]);
    if (!bounds.holds(image)) continue;
    asked.push_back(std::uint32_t(n));
    around.add(image);
  }
  if (asked.empty()) return;
  around = grown(around, reach_);
  for (std::size_t n = 0; n < here_.size(); ++n) {
    if (!around.holds(positions[here_[n]])) continue;
    near.push_back(here_[n]);
    near_here.push_back(std::uint32_t(n));
  }
  VertexCells cells(reach_, positions);
  cells.take(std::move(near));
  std::vector<std::uint32_t> nearest(asked.size());
  parallel_for_each(asked.size(), kMatchedAtOnce, [&](std::size_t i) {
    nearest[i] = cells.nearest_to(plane_.image(positions[there_[asked[i]].vertex]));
  });
  for (std::size_t i = 0; i < asked.size(); ++i) {
    Other& other = there_[asked[i]];
    other.is_matched = true;
    if (nearest[i] != kNoIndex)
      other.next = std::exchange(first_twin_[near_here[nearest[i]]], asked[i]);
  }
}

std::vector<Twin> TwinFinder::twins_of(std::span<const std::uint32_t> vertices,
                                       std::span<const glm::vec3> positions) {
  std::vector<Twin> twins;
  if (vertices.empty()) return twins;
  if (reach_ < 0.0f) reach_ = reach_of(positions);
  Bounds bounds;
  for (const std::uint32_t v : vertices) bounds.add(positions[v]);
  const Bounds needed = grown(bounds, 2.0f * reach_);
  if (!region_.holds(needed.low) || !region_.holds(needed.high)) look_around(needed, positions);
  match(grown(bounds, reach_), positions);
  std::size_t here = 0;
  for (const std::uint32_t v : vertices) {
    while (here < here_.size() && here_[here] < v) ++here;
    if (here == here_.size() || here_[here] != v) continue;  // the vertex's position is not finite
    const std::size_t its_first = twins.size();
    for (std::uint32_t n = first_twin_[here]; n != kNoIndex; n = there_[n].next)
      twins.push_back({there_[n].vertex, v});
    std::sort(twins.begin() + std::ptrdiff_t(its_first), twins.end(),
              [](const Twin& a, const Twin& b) { return a.vertex < b.vertex; });
  }
  return twins;
}

}  // namespace marrow
