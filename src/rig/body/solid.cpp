#include "rig/body/solid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "rig/body/side_of_line.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr int kLongest = 2000;       // most cells along an axis: places have 16 bits
constexpr int kVotesToBeInside = 4;  // of 6
constexpr std::size_t kCellsBetweenChecks = 1 << 16;

/// Where a line crosses a surface.
struct Crossing {
  std::uint32_t line = 0;
  float depth = 0.0f;    ///< in cells, from the first cell's center
  std::int8_t turn = 0;  ///< +1 or -1: how the winding number changes
};

}  // namespace

/// One byte per cell: votes in the lower three bits, then one bit per axis, set if the way to the
/// next cell leads outside.
struct Solid::Grid {
  static constexpr std::uint8_t kVotes = 7;
  static std::uint8_t gap(int axis) { return std::uint8_t(8 << axis); }

  glm::ivec3 size{0};
  std::vector<std::uint8_t> cells;  ///< z runs fastest

  std::size_t stride(int axis) const {
    return axis == 2   ? 1
           : axis == 1 ? std::size_t(size.z)
                       : std::size_t(size.z) * std::size_t(size.y);
  }
  bool is_inside(std::size_t cell) const { return (cells[cell] & kVotes) >= kVotesToBeInside; }

  /// The crossings of all lines through the centers of cells along an axis, by line and depth.
  std::vector<Crossing> crossings(const std::vector<Shell>& shells, const glm::vec3& corner,
                                  float edge, int axis, const Checkpoint& checkpoint) const;
  /// Votes and gaps of one line.
  void vote(const Crossing* begin, const Crossing* end, int axis);
};

std::vector<Crossing> Solid::Grid::crossings(const std::vector<Shell>& shells,
                                             const glm::vec3& corner, float edge, int axis,
                                             const Checkpoint& checkpoint) const {
  constexpr std::size_t kGrainSize = 1 << 14;
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  std::vector<Crossing> all;
  for (const Shell& shell : shells) {
    const std::size_t triangles = shell.triangles.size() / 3;
    std::vector<std::vector<Crossing>> found((triangles + kGrainSize - 1) / kGrainSize);
    parallel_for(triangles, kGrainSize, [&](std::size_t begin, std::size_t end) {
      checkpoint();
      std::vector<Crossing>& mine = found[begin / kGrainSize];
      for (std::size_t t = begin; t < end; ++t) {
        std::array<glm::dvec2, 3> at{};
        std::array<double, 3> depth{};
        glm::dvec2 low(std::numeric_limits<double>::max()), high(-low);
        for (std::size_t k = 0; k < 3; ++k) {
          const glm::vec3& corner_of = shell.positions[shell.triangles[3 * t + k]];
          // Centers of cells are whole numbers.
          const glm::dvec3 place =
              (glm::dvec3(corner_of) - glm::dvec3(corner)) / double(edge) - 0.5;
          at[k] = {place[u], place[v]};
          depth[k] = place[axis];
          low = glm::min(low, at[k]);
          high = glm::max(high, at[k]);
        }
        const int first_u = std::max(0, int(std::ceil(low.x))),
                  last_u = std::min(size[u] - 1, int(std::floor(high.x))),
                  first_v = std::max(0, int(std::ceil(low.y))),
                  last_v = std::min(size[v] - 1, int(std::floor(high.y)));
        for (int line_u = first_u; line_u <= last_u; ++line_u) {
          for (int line_v = first_v; line_v <= last_v; ++line_v) {
            const glm::dvec2 p(line_u, line_v);
            std::array<double, 3> share{};  // of the corner opposite to edge k, times `sum`
            for (std::size_t k = 0; k < 3; ++k) {
              const std::size_t a = (k + 1) % 3, b = (k + 2) % 3;
              share[k] = side_of_line(at[a], at[b], p);
            }
            const bool is_left = share[0] > 0.0 && share[1] > 0.0 && share[2] > 0.0,
                       is_right = share[0] < 0.0 && share[1] < 0.0 && share[2] < 0.0;
            if (!is_left && !is_right) continue;
            const double sum = share[0] + share[1] + share[2];
            const double where =
                (share[0] * depth[0] + share[1] * depth[1] + share[2] * depth[2]) / sum;
            mine.push_back({std::uint32_t(line_u * size[v] + line_v), float(where),
                            std::int8_t(is_left ? 1 : -1)});
          }
        }
      }
    });
    for (const std::vector<Crossing>& some : found) all.insert(all.end(), some.begin(), some.end());
  }
  std::sort(all.begin(), all.end(), [](const Crossing& a, const Crossing& b) {
    return a.line != b.line     ? a.line < b.line
           : a.depth != b.depth ? a.depth < b.depth
                                : a.turn < b.turn;
  });
  return all;
}

void Solid::Grid::vote(const Crossing* begin, const Crossing* end, int axis) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const std::size_t first = std::size_t(begin->line) / std::size_t(size[v]) * stride(u) +
                            std::size_t(begin->line) % std::size_t(size[v]) * stride(v);
  const std::size_t step = stride(axis);
  int total = 0;
  for (const Crossing* at = begin; at != end; ++at) total += at->turn;
  int winding = 0;
  const Crossing* next = begin;
  const int last = std::min(size[axis] - 1, int(std::floor((end - 1)->depth)));
  for (int i = std::max(0, int(std::floor(begin->depth))); i <= last; ++i) {
    for (; next != end && double(next->depth) <= double(i); ++next) winding += next->turn;
    std::uint8_t& cell = cells[first + std::size_t(i) * step];
    const int votes = (winding != 0 ? 1 : 0) + (total - winding != 0 ? 1 : 0);
    cell = std::uint8_t(cell + votes);
    // If both ends of the line agree: does it leave the inside between this cell and the next?
    bool leads_out = false;
    int between = winding;
    for (const Crossing* at = next; at != end && double(at->depth) <= double(i + 1); ++at) {
      between += at->turn;
      leads_out |= between == 0;
    }
    if (total == 0 && leads_out) cell = std::uint8_t(cell | gap(axis));
  }
  // Behind the last crossing, and before the first, an open surface is seen from one end only.
  if (total == 0) return;
  for (int i = 0; i < std::max(0, int(std::floor(begin->depth))) && i < size[axis]; ++i)
    ++cells[first + std::size_t(i) * step];
  for (int i = last + 1; i < size[axis]; ++i) ++cells[first + std::size_t(i) * step];
}

Solid::Solid(const std::vector<Shell>& shells, std::size_t most_cells,
             const Checkpoint& checkpoint) {
  glm::vec3 low(std::numeric_limits<float>::max()), high(-low);
  for (const Shell& shell : shells) {
    for (const std::uint32_t v : shell.triangles) {
      low = glm::min(low, shell.positions[v]);
      high = glm::max(high, shell.positions[v]);
    }
  }
  checkpoint();
  const glm::vec3 span = high - low;
  const float longest = std::max({span.x, span.y, span.z});
  if (!(longest > 0.0f) || !std::isfinite(longest)) return;
  constexpr float kFiner = 0.97f;
  const auto sized = [&](float edge) { return glm::ivec3(glm::ceil(span / edge)) + 1; };
  const auto fits = [&](float edge) {
    const glm::ivec3 size = sized(edge);
    return std::max({size.x, size.y, size.z}) <= kLongest &&
           double(size.x) * double(size.y) * double(size.z) <= double(most_cells);
  };
  edge_ = longest;
  while (fits(edge_ * kFiner)) edge_ *= kFiner;
  Grid grid;
  grid.size = size_ = sized(edge_);
  corner_ = 0.5f * (low + high) - 0.5f * edge_ * glm::vec3(size_);
  grid.cells.assign(std::size_t(size_.x) * std::size_t(size_.y) * std::size_t(size_.z), 0);
  for (int axis = 0; axis < 3; ++axis) {
    const std::vector<Crossing> crossings =
        grid.crossings(shells, corner_, edge_, axis, checkpoint);
    checkpoint();
    for (std::size_t begin = 0; begin < crossings.size();) {
      std::size_t end = begin;
      while (end < crossings.size() && crossings[end].line == crossings[begin].line) ++end;
      grid.vote(&crossings[begin], &crossings[begin] + (end - begin), axis);
      begin = end;
    }
  }
  checkpoint();
  take_inside(grid);
  link(grid, checkpoint);
  join_pieces(grid, checkpoint);
}

void Solid::take_inside(const Grid& grid) {
  column_begin_.reserve(std::size_t(size_.x) * std::size_t(size_.y) + 1);
  for (int x = 0; x < size_.x; ++x) {
    for (int y = 0; y < size_.y; ++y) {
      column_begin_.push_back(std::uint32_t(places_.size()));
      const std::size_t first =
          (std::size_t(x) * std::size_t(size_.y) + std::size_t(y)) * std::size_t(size_.z);
      for (int z = 0; z < size_.z; ++z) {
        if (grid.is_inside(first + std::size_t(z)))
          places_.push_back({std::uint16_t(x), std::uint16_t(y), std::uint16_t(z)});
      }
    }
  }
  column_begin_.push_back(std::uint32_t(places_.size()));
}

void Solid::link(const Grid& grid, const Checkpoint& checkpoint) {
  neighbors_.assign(places_.size(), {kNone, kNone, kNone, kNone, kNone, kNone});
  for (std::size_t cell = 0; cell < places_.size(); ++cell) {
    if (cell % kCellsBetweenChecks == 0) checkpoint();
    const Place& place = places_[cell];
    const std::size_t in_grid =
        (std::size_t(place.x) * std::size_t(size_.y) + place.y) * std::size_t(size_.z) + place.z;
    for (int axis = 0; axis < 3; ++axis) {
      if ((grid.cells[in_grid] & Grid::gap(axis)) != 0) continue;
      glm::ivec3 next(place.x, place.y, place.z);
      ++next[axis];
      const int other = at_place(next);
      if (other == kNone) continue;
      neighbors_[cell][std::size_t(2 * axis + 1)] = other;
      neighbors_[std::size_t(other)][std::size_t(2 * axis)] = int(cell);
    }
  }
}

/// One number per cell, from 0 on, equal for all cells of a piece.
std::vector<int> Solid::pieces(const Checkpoint& checkpoint) const {
  std::vector<int> piece(count(), kNone), waiting;
  int next = 0;
  std::size_t seen = 0;
  for (std::size_t seed = 0; seed < count(); ++seed) {
    if (piece[seed] != kNone) continue;
    piece[seed] = next;
    waiting.assign(1, int(seed));
    while (!waiting.empty()) {
      const auto cell = std::size_t(waiting.back());
      waiting.pop_back();
      if (seen++ % kCellsBetweenChecks == 0) checkpoint();
      for (const int other : neighbors_[cell]) {
        if (other == kNone || piece[std::size_t(other)] != kNone) continue;
        piece[std::size_t(other)] = next;
        waiting.push_back(other);
      }
    }
    ++next;
  }
  return piece;
}

/// All pieces grow by a cell at a time until they meet; the shortest meetings that join two pieces
/// (Kruskal) become bridges.
void Solid::join_pieces(const Grid& grid, const Checkpoint& checkpoint) {
  const std::vector<int> piece = pieces(checkpoint);
  int apart = piece.empty() ? 0 : *std::max_element(piece.begin(), piece.end());
  std::vector<int> root(std::size_t(apart) + 1, 0);
  std::iota(root.begin(), root.end(), 0);
  const auto root_of = [&](int cell) {
    int of = piece[std::size_t(cell)];
    while (root[std::size_t(of)] != of)
      of = root[std::size_t(of)] = root[std::size_t(root[std::size_t(of)])];
    return of;
  };
  const auto join = [&](int from, int to) {
    const int a = root_of(from), b = root_of(to);
    if (a == b) return;
    root[std::size_t(a)] = b;
    --apart;
    bridges_.push_back({from, to});
    bridges_.push_back({to, from});
  };
  std::vector<int> nearest(grid.cells.size(), kNone);  // the inside cell that reached it first
  std::vector<std::uint32_t> front, next;
  std::vector<std::pair<int, int>> meetings;  // of this step, as inside cells
  const auto in_grid = [&](const glm::ivec3& place) {
    return (std::size_t(place.x) * std::size_t(size_.y) + std::size_t(place.y)) *
               std::size_t(size_.z) +
           std::size_t(place.z);
  };
  for (std::size_t cell = 0; cell < count() && apart > 0; ++cell) {
    const Place& place = places_[cell];
    const std::size_t at = in_grid({place.x, place.y, place.z});
    nearest[at] = int(cell);
    front.push_back(std::uint32_t(at));
  }
  for (; !front.empty() && apart > 0; front.swap(next)) {
    next.clear();
    meetings.clear();
    for (std::size_t k = 0; k < front.size(); ++k) {
      if (k % kCellsBetweenChecks == 0) checkpoint();
      const std::uint32_t at = front[k];
      const int own = nearest[at];
      const glm::ivec3 place(int(at / std::size_t(size_.z) / std::size_t(size_.y)),
                             int(at / std::size_t(size_.z) % std::size_t(size_.y)),
                             int(at % std::size_t(size_.z)));
      for (int side = 0; side < 6; ++side) {
        glm::ivec3 beside = place;
        beside[side / 2] += side % 2 == 0 ? -1 : 1;
        if (glm::any(glm::lessThan(beside, glm::ivec3(0))) ||
            glm::any(glm::greaterThanEqual(beside, size_)))
          continue;
        int& other = nearest[in_grid(beside)];
        if (other == kNone) {
          other = own;
          next.push_back(std::uint32_t(in_grid(beside)));
        } else if (piece[std::size_t(other)] != piece[std::size_t(own)] && other > own) {
          meetings.emplace_back(own, other);
        }
      }
    }
    std::sort(meetings.begin(), meetings.end());
    for (const auto& [from, to] : meetings) join(from, to);
  }
  std::sort(bridges_.begin(), bridges_.end(), [](const Bridge& a, const Bridge& b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
}

int Solid::at_place(const glm::ivec3& place) const {
  if (places_.empty() || glm::any(glm::lessThan(place, glm::ivec3(0))) ||
      glm::any(glm::greaterThanEqual(place, size_)))
    return kNone;
  const std::size_t column = std::size_t(place.x) * std::size_t(size_.y) + std::size_t(place.y);
  const auto begin = places_.begin() + column_begin_[column],
             end = places_.begin() + column_begin_[column + 1];
  if (begin == end || place.z < int(begin->z) || place.z > int((end - 1)->z)) return kNone;
  // Most columns have no gap.
  const std::ptrdiff_t without_gap = place.z - int(begin->z);
  const auto found = without_gap < end - begin && int(begin[without_gap].z) == place.z
                         ? begin + without_gap
                         : std::lower_bound(begin, end, place.z,
                                            [](const Place& a, int z) { return int(a.z) < z; });
  return int(found->z) == place.z ? int(found - places_.begin()) : kNone;
}

int Solid::at(const glm::vec3& point) const { return at_place(place_of(point)); }

glm::vec3 Solid::center(int cell) const {
  const Place& place = places_[std::size_t(cell)];
  return corner_ + edge_ * (glm::vec3(place.x, place.y, place.z) + 0.5f);
}

std::vector<int> Solid::cells_along(const glm::vec3& start, const glm::vec3& end) const {
  constexpr float kMostSamples = 1e5f;
  const float length = glm::distance(start, end);
  const int samples = 1 + int(std::min(std::ceil(2.0f * length / edge_), kMostSamples));
  std::vector<int> cells;
  for (int s = 0; s <= samples; ++s) {
    const int cell = at(glm::mix(start, end, float(s) / float(samples)));
    if (cell != kNone && (cells.empty() || cells.back() != cell)) cells.push_back(cell);
  }
  return cells;
}

std::size_t Solid::bytes() const {
  return places_.capacity() * sizeof(Place) + column_begin_.capacity() * sizeof(std::uint32_t) +
         neighbors_.capacity() * sizeof(neighbors_[0]);
}

}  // namespace marrow
