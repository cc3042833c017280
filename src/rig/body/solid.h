// The inside of surfaces as small cubes, and which neighboring cubes are connected.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <vector>

namespace marrow {

/// A surface: triangles over positions, both in one space, of any orientation.
struct Shell {
  std::vector<glm::vec3> positions;
  std::vector<std::uint32_t> triangles;  ///< 3T indices into positions
};

/// Long work calls it every few milliseconds, from several threads. It ends the work by throwing.
using Checkpoint = std::function<void()>;

/// Cubes ("cells") whose centers are inside. A point is inside if at least four of six rays (both
/// directions of each axis) find that the surface winds around it. So surfaces may be open at one
/// end, intersect themselves and consist of many pieces.
class Solid {
 public:
  static constexpr int kNone = -1;

  Solid() = default;
  /// The cells are as small as `most_cells` allows; cells outside count, too.
  Solid(
      const std::vector<Shell>& shells, std::size_t most_cells,
      const Checkpoint& checkpoint = [] {});

  std::size_t count() const { return places_.size(); }
  bool is_empty() const { return places_.empty(); }
  float edge() const { return edge_; }  ///< length of a cell's edge

  /// The cell that contains the point, or kNone.
  int at(const glm::vec3& point) const;
  glm::vec3 center(int cell) const;
  std::vector<int> cells_along(const glm::vec3& start, const glm::vec3& end) const;  ///< distinct
  /// Side 2 a is towards lower, 2 a + 1 towards higher coordinates of axis a. kNone towards the
  /// outside, or if a gap narrower than a cell separates the two cells.
  int neighbor(int cell, int side) const {
    return neighbors_[std::size_t(cell)][std::size_t(side)];
  }
  /// Pieces that touch nowhere (a hat, the limbs of a robot) are joined where they are nearest to
  /// each other, by the fewest bridges that make them one. Each bridge is listed from both ends.
  struct Bridge {
    int from = kNone, to = kNone;
  };
  const std::vector<Bridge>& bridges() const { return bridges_; }  ///< sorted by `from`
  /// True if the straight line from the center of a cell to a point stays inside. The line is
  /// followed until is_enough(cells passed, cell) is true.
  template <typename Enough>
  bool sees(int cell, const glm::vec3& point, const Enough& is_enough) const;
  /// Calls visit(cell) for the cells at most `rings` cells away from the point along each axis.
  template <typename Visit>
  void visit_around(const glm::vec3& point, int rings, const Visit& visit) const {
    const glm::ivec3 middle = place_of(point);
    for (int x = middle.x - rings; x <= middle.x + rings; ++x) {
      for (int y = middle.y - rings; y <= middle.y + rings; ++y) {
        for (int z = middle.z - rings; z <= middle.z + rings; ++z)
          if (const int cell = at_place({x, y, z}); cell != kNone) visit(cell);
      }
    }
  }
  std::size_t bytes() const;  ///< memory held

 private:
  static constexpr float kFarAway = 1e6f;  // in cells; no cell is so far away
  struct Place {
    std::uint16_t x, y, z;
  };
  struct Grid;  ///< all cells, during construction
  glm::ivec3 place_of(const glm::vec3& point) const {
    return glm::ivec3(glm::clamp(glm::floor((point - corner_) / edge_), glm::vec3(-kFarAway),
                                 glm::vec3(kFarAway)));
  }
  int at_place(const glm::ivec3& place) const;
  void take_inside(const Grid& grid);
  void link(const Grid& grid, const Checkpoint& checkpoint);
  std::vector<int> pieces(const Checkpoint& checkpoint) const;
  void join_pieces(const Grid& grid, const Checkpoint& checkpoint);

  glm::vec3 corner_{0.0f};
  glm::ivec3 size_{0};
  float edge_ = 1.0f;
  std::vector<Place> places_;                ///< sorted by x, then y, then z
  std::vector<std::uint32_t> column_begin_;  ///< by x * size_.y + y; one more at the end
  std::vector<std::array<int, 6>> neighbors_;
  std::vector<Bridge> bridges_;
};

template <typename Enough>
bool Solid::sees(int cell, const glm::vec3& point, const Enough& is_enough) const {
  const Place& from = places_[std::size_t(cell)];
  const glm::vec3 way = (point - corner_) / edge_ - (glm::vec3(from.x, from.y, from.z) + 0.5f);
  glm::ivec3 steps(0);               // faces still to pass, per axis
  glm::vec3 next(2.0f), each(0.0f);  // shares of the line: at the axis's next face; between faces
  for (int axis = 0; axis < 3; ++axis) {
    steps[axis] = int(std::floor(std::min(std::abs(way[axis]), kFarAway) + 0.5f));
    if (steps[axis] == 0) continue;
    each[axis] = 1.0f / std::abs(way[axis]);
    next[axis] = 0.5f * each[axis];
  }
  for (int passed_cells = 0; steps.x + steps.y + steps.z > 0; ++passed_cells) {
    if (is_enough(passed_cells, cell)) return true;
    // The nearest face first; if it cannot be passed, another face at the same edge.
    constexpr float kSameEdge = 1e-4f;
    float nearest = 2.0f;
    for (int axis = 0; axis < 3; ++axis)
      if (steps[axis] > 0) nearest = std::min(nearest, next[axis]);
    int passed = -1, there = kNone;
    for (int axis = 0; axis < 3 && there == kNone; ++axis) {
      if (steps[axis] == 0 || next[axis] > nearest + kSameEdge) continue;
      passed = axis;
      there = neighbor(cell, 2 * axis + (way[axis] > 0.0f ? 1 : 0));
    }
    if (there == kNone) return false;
    cell = there;
    --steps[passed];
    next[passed] += each[passed];
  }
  return true;
}

}  // namespace marrow
