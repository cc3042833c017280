#include "rig/doctor/topology.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>

#include "base/hash.h"
#include "scene/parallel.h"

namespace marrow {
namespace {

constexpr std::size_t kGrain = 1 << 14;

/// The first vertex of each place, by cells of a grid: a hash table with chains.
class PlaceGrid {
 public:
  PlaceGrid(const std::vector<glm::vec3>& positions, float distance)
      : positions_(positions),
        distance_(std::max(double(distance), 1e-300)),
        heads_(std::bit_ceil(positions.size() + 1), kNoIndex),
        next_(positions.size(), kNoIndex) {}

  std::uint32_t place_of(std::uint32_t vertex) {
    const glm::dvec3 point(positions_[vertex]);
    std::uint32_t found = kNoIndex;
    // A ball lies in more than one cell only near a cell's wall.
    const glm::dvec3 low = cell_of(point - distance_), high = cell_of(point + distance_);
    for (double x = low.x; x <= high.x; ++x)
      for (double y = low.y; y <= high.y; ++y)
        for (double z = low.z; z <= high.z; ++z)
          found = std::min(found, first_in({x, y, z}, point));
    if (found != kNoIndex) return found;
    std::uint32_t& head = heads_[slot_of(cell_of(point))];
    next_[vertex] = head;
    head = vertex;
    return vertex;
  }

 private:
  glm::dvec3 cell_of(const glm::dvec3& point) const {
    constexpr double kDistancesPerCell = 16.0;
    const glm::dvec3 cell = glm::floor(point / (kDistancesPerCell * distance_));
    return glm::clamp(cell, glm::dvec3(-1e15), glm::dvec3(1e15));  // where ++ still has an effect
  }
  std::size_t slot_of(const glm::dvec3& cell) const {
    std::uint64_t hash = 0;
    for (int axis = 0; axis < 3; ++axis)
      hash = mixed(hash, std::uint64_t(std::int64_t(cell[axis])));
    return std::size_t(hash) & (heads_.size() - 1);
  }
  std::uint32_t first_in(const glm::dvec3& cell, const glm::dvec3& point) const {
    std::uint32_t first = kNoIndex;
    for (std::uint32_t v = heads_[slot_of(cell)]; v != kNoIndex; v = next_[v])
      if (v < first && glm::distance(glm::dvec3(positions_[v]), point) <= distance_) first = v;
    return first;
  }

  const std::vector<glm::vec3>& positions_;
  double distance_;
  std::vector<std::uint32_t> heads_, next_;
};

/// Numbers that are joined get one root: the smallest (union-find with path halving).
class Joined {
 public:
  explicit Joined(std::size_t count) : up_(count) { std::iota(up_.begin(), up_.end(), 0u); }
  std::uint32_t root(std::uint32_t of) {
    while (up_[of] != of) of = up_[of] = up_[up_[of]];
    return of;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a), b = root(b);
    up_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> up_;
};

/// The places of a face's corners in order without successive repetitions, the smallest one first.
void read_loop(const MeshTopology& topology, std::size_t face, std::vector<std::uint32_t>& loop) {
  const Mesh& mesh = topology.mesh;
  loop.clear();
  for (std::uint32_t c = mesh.face_begin[face]; c < mesh.face_begin[face + 1]; ++c)
    if (loop.empty() || loop.back() != topology.place_at(c)) loop.push_back(topology.place_at(c));
  while (loop.size() > 1 && loop.front() == loop.back()) loop.pop_back();
  std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
}

}  // namespace

std::vector<std::uint32_t> places_within(const std::vector<glm::vec3>& positions, float distance) {
  PlaceGrid grid(positions, distance);
  std::vector<std::uint32_t> places(positions.size());
  for (std::uint32_t v = 0; v < places.size(); ++v) places[v] = grid.place_of(v);
  return places;
}

MeshTopology::MeshTopology(const Mesh& of, const std::vector<std::uint32_t>& places)
    : mesh(of), place(places), face_of(of.corner_vertex.size()) {
  for (std::size_t face = 0; face < mesh.face_count(); ++face)
    std::fill(face_of.begin() + mesh.face_begin[face], face_of.begin() + mesh.face_begin[face + 1],
              std::uint32_t(face));
  mark_live();
  link_sides();
  number_patches();
  number_shells();
}

void MeshTopology::mark_live() {
  const std::size_t faces = mesh.face_count();
  is_live.assign(faces, 1);
  std::vector<std::uint32_t> slots(std::bit_ceil(2 * faces + 1), kNoIndex), loop, other;
  const auto material = [&](std::size_t face) {
    return mesh.face_material.empty() ? 0 : mesh.face_material[face];
  };
  for (std::size_t face = 0; face < faces; ++face) {
    read_loop(*this, face, loop);
    if (loop.size() < 3) {
      is_live[face] = 0;
      continue;
    }
    std::uint64_t hash = material(face);
    for (const std::uint32_t at : loop) hash = mixed(hash, at);
    std::size_t slot = std::size_t(hash) & (slots.size() - 1);
    for (; slots[slot] != kNoIndex; slot = (slot + 1) & (slots.size() - 1)) {
      read_loop(*this, slots[slot], other);
      if (other != loop || material(slots[slot]) != material(face)) continue;
      is_live[face] = 0;
      break;
    }
    if (is_live[face] != 0) slots[slot] = std::uint32_t(face);
  }
}

void MeshTopology::link_sides() {
  struct Side {
    std::uint32_t high, corner;
    bool operator<(const Side& other) const {
      return high != other.high ? high < other.high : corner < other.corner;
    }
  };
  const auto corners = std::uint32_t(face_of.size());
  twin.assign(corners, kNoSide);
  std::vector<std::uint32_t> begin(place.size() + 1, 0);
  const auto is_side = [&](std::uint32_t c) {
    return is_live[face_of[c]] != 0 && place_at(c) != place_at(next(c));
  };
  for (std::uint32_t c = 0; c < corners; ++c)
    if (is_side(c)) ++begin[std::min(place_at(c), place_at(next(c))) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<Side> sides(begin.back());
  std::vector<std::uint32_t> end(begin.begin(), begin.end() - 1);
  for (std::uint32_t c = 0; c < corners; ++c) {
    if (!is_side(c)) continue;
    const std::uint32_t a = place_at(c), b = place_at(next(c));
    sides[end[std::min(a, b)]++] = {std::max(a, b), c};
  }
  std::atomic<std::uint32_t> crowded{0};
  parallel_for_each(place.size(), kGrain, [&](std::size_t low) {
    const auto first = sides.begin() + begin[low], last = sides.begin() + begin[low + 1];
    std::sort(first, last);
    for (auto run = first, stop = first; run != last; run = stop) {
      stop = std::find_if(run, last, [&](const Side& side) { return side.high != run->high; });
      if (stop - run > 2) ++crowded;
      for (auto side = run; side != stop; ++side)
        twin[side->corner] = stop - run == 1   ? kOpen
                             : stop - run == 2 ? (side == run ? run + 1 : run)->corner
                                               : kCrowded;
    }
  });
  crowded_edges = crowded;
}

void MeshTopology::number_patches() {
  patch.assign(mesh.face_count(), kNoIndex);
  is_turned.assign(mesh.face_count(), 0);
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t seed = 0; seed < patch.size(); ++seed) {
    if (is_live[seed] == 0 || patch[seed] != kNoIndex) continue;
    patch[seed] = patches++;
    waiting.assign(1, seed);
    while (!waiting.empty()) {
      const std::uint32_t face = waiting.back();
      waiting.pop_back();
      for (std::uint32_t c = mesh.face_begin[face]; c < mesh.face_begin[face + 1]; ++c) {
        if (twin[c] >= kNoSide || patch[face_of[twin[c]]] != kNoIndex) continue;
        const std::uint32_t other = face_of[twin[c]];
        patch[other] = patch[face];
        is_turned[other] = char(is_turned[face] ^ char(place_at(c) == place_at(twin[c])));
        waiting.push_back(other);
      }
    }
  }
}

void MeshTopology::number_shells() {
  Joined joined(place.size());
  for (std::uint32_t c = 0; c < face_of.size(); ++c)
    if (is_live[face_of[c]] != 0) joined.join(place_at(c), place_at(next(c)));
  std::vector<std::uint32_t> number(place.size(), kNoIndex);
  shell.assign(mesh.face_count(), kNoIndex);
  for (std::size_t face = 0; face < shell.size(); ++face) {
    if (is_live[face] == 0) continue;
    std::uint32_t& its = number[joined.root(place_at(mesh.face_begin[face]))];
    if (its == kNoIndex) its = shells++;
    shell[face] = its;
  }
}

}  // namespace marrow
