#include "rig/measure/sections.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace marrow {

namespace {

constexpr int kSlices = 8;
constexpr std::size_t kSectionBlock = 64;  ///< triangles per block

/// Position along the bone: 0 at its start, kSlices at its end; equal in all triangles at a vertex.
struct Ruler {
  glm::dvec3 start, step;
  explicit Ruler(const Bone& bone) : start(bone.start) {
    const glm::dvec3 along = glm::dvec3(bone.end) - start;
    step = along * (double(kSlices) / glm::dot(along, along));
  }
  double at(const glm::vec3& position) const {
    return glm::dot(glm::dvec3(position) - start, step);
  }
};

/// The piece of a slice inside a triangle, from one crossed edge to another. Key of an edge: its
/// two vertices, the smaller first.
struct Segment {
  std::uint64_t from = 0, to = 0;
};

std::uint64_t key_of(std::uint32_t a, std::uint32_t b) {
  return std::uint64_t(std::min(a, b)) << 32 | std::max(a, b);
}

/// A vertex on the plane counts as beyond it, so that a plane crosses two sides of a triangle or
/// none.
void cut_triangle(const std::uint32_t* corner, const std::array<double, 3>& at,
                  std::array<std::vector<Segment>, kSlices>& slices) {
  const double low = std::min({at[0], at[1], at[2]}), high = std::max({at[0], at[1], at[2]});
  const int first = int(std::clamp(std::floor(low) + 1.0, 0.0, double(kSlices)));
  for (int slice = first; slice < kSlices && double(slice) <= high; ++slice) {
    std::uint64_t crossed[2] = {};
    int count = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t next = (k + 1) % 3;
      if ((at[k] < slice) != (at[next] < slice)) crossed[count++] = key_of(corner[k], corner[next]);
    }
    slices[std::size_t(slice)].push_back({crossed[0], crossed[1]});
  }
}

/// Whether the whole box is before the first plane or beyond the last one.
bool is_missed(const Bounds& box, const Ruler& ruler) {
  const glm::dvec3 half = 0.5 * (glm::dvec3(box.high) - glm::dvec3(box.low));
  const double middle =
      glm::dot(0.5 * (glm::dvec3(box.low) + glm::dvec3(box.high)) - ruler.start, ruler.step);
  const double half_extent = glm::dot(half, glm::abs(ruler.step)) * 1.0001;
  return middle + half_extent < 0.0 || middle - half_extent > double(kSlices - 1);
}

std::array<std::vector<Segment>, kSlices> cut(const Ruler& ruler, const CutMesh& mesh) {
  std::array<std::vector<Segment>, kSlices> slices;
  const std::vector<std::uint32_t>& triangles = mesh.graph->triangles;
  for (std::size_t block = 0; block < mesh.blocks->size(); ++block) {
    if (is_missed((*mesh.blocks)[block], ruler)) continue;
    const std::size_t end = std::min(triangles.size(), (block + 1) * kSectionBlock * 3);
    for (std::size_t t = block * kSectionBlock * 3; t < end; t += 3) {
      std::array<double, 3> at;
      for (std::size_t k = 0; k < 3; ++k) at[k] = ruler.at((*mesh.positions)[triangles[t + k]]);
      cut_triangle(&triangles[t], at, slices);
    }
  }
  return slices;
}

/// Closed loops of segments that share crossed edges; omits chains that end at a border of the
/// mesh.
std::vector<std::vector<std::uint64_t>> loops_of(const std::vector<Segment>& segments) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> ends;  // crossed edge, segment
  for (std::uint32_t s = 0; s < segments.size(); ++s) {
    ends.emplace_back(segments[s].from, s);
    ends.emplace_back(segments[s].to, s);
  }
  std::sort(ends.begin(), ends.end());
  std::vector<char> is_used(segments.size(), 0);
  const auto unused_at = [&](std::uint64_t key) {
    for (auto end = std::lower_bound(ends.begin(), ends.end(), std::pair(key, 0u));
         end != ends.end() && end->first == key; ++end) {
      if (!is_used[end->second]) return end->second;
    }
    return kNoIndex;
  };
  std::vector<std::vector<std::uint64_t>> loops;
  for (std::uint32_t seed = 0; seed < segments.size(); ++seed) {
    if (is_used[seed]) continue;
    is_used[seed] = 1;
    std::vector<std::uint64_t> loop{segments[seed].from};
    std::uint64_t at = segments[seed].to;
    while (at != loop.front()) {
      loop.push_back(at);
      const std::uint32_t next = unused_at(at);
      if (next == kNoIndex) break;
      is_used[next] = 1;
      at = segments[next].from == at ? segments[next].to : segments[next].from;
    }
    if (at == loop.front()) loops.push_back(std::move(loop));
  }
  return loops;
}

glm::vec3 place_of(const RingPoint& point, const std::vector<glm::vec3>& positions) {
  return positions[point.a] + point.share * (positions[point.b] - positions[point.a]);
}

/// Each point lies on its edge where the ruler reads `slice`; its weight is half the length of its
/// two adjacent pieces.
Ring ring_of(const std::vector<std::uint64_t>& loop, double slice, const Ruler& ruler,
             const std::vector<glm::vec3>& positions) {
  Ring ring;
  for (const std::uint64_t key : loop) {
    const auto a = std::uint32_t(key >> 32), b = std::uint32_t(key);
    const double at_a = ruler.at(positions[a]), at_b = ruler.at(positions[b]);
    ring.points.push_back(
        {.a = a, .b = b, .share = float((slice - at_a) / (at_b - at_a)), .weight = 0.0f});
  }
  double total = 0.0;
  std::vector<double> lengths(loop.size());
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const RingPoint& next = ring.points[(k + 1) % loop.size()];
    lengths[k] =
        double(glm::distance(place_of(ring.points[k], positions), place_of(next, positions)));
    total += lengths[k];
  }
  if (total <= 0.0) return {};
  for (std::size_t k = 0; k < loop.size(); ++k)
    ring.points[k].weight =
        float(0.5 * (lengths[k] + lengths[(k + loop.size() - 1) % loop.size()]) / total);
  ring.bind_radius = ring_radius(ring, positions);
  return ring;
}

/// True if the ring winds around `center`; counts crossings of a half line in the plane.
bool goes_round(const Ring& ring, const glm::dvec3& center, const Bone& bone,
                const std::vector<glm::vec3>& positions) {
  const glm::dvec3 along = glm::normalize(glm::dvec3(bone.end) - glm::dvec3(bone.start));
  const glm::dvec3 other =
      std::abs(along.x) < 0.7 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 1.0, 0.0);
  const glm::dvec3 u = glm::normalize(glm::cross(along, other)), v = glm::cross(along, u);
  int winding = 0;
  for (std::size_t k = 0; k < ring.points.size(); ++k) {
    const glm::dvec3 p = glm::dvec3(place_of(ring.points[k], positions)) - center;
    const glm::dvec3 q =
        glm::dvec3(place_of(ring.points[(k + 1) % ring.points.size()], positions)) - center;
    const glm::dvec2 a(glm::dot(p, u), glm::dot(p, v)), b(glm::dot(q, u), glm::dot(q, v));
    if ((a.y <= 0.0) == (b.y <= 0.0)) continue;
    const double side = a.x * b.y - a.y * b.x;
    if (a.y <= 0.0 && side > 0.0) ++winding;
    if (b.y <= 0.0 && side < 0.0) --winding;
  }
  return winding != 0;
}

}  // namespace

double ring_radius(const Ring& ring, const std::vector<glm::vec3>& positions) {
  // Relative to one point, so that single precision is enough far from the origin.
  const glm::vec3 first = place_of(ring.points.front(), positions);
  std::vector<glm::vec3> places(ring.points.size());
  glm::vec3 middle(0.0f);
  for (std::size_t k = 0; k < places.size(); ++k) {
    places[k] = place_of(ring.points[k], positions) - first;
    middle += ring.points[k].weight * places[k];
  }
  double radius = 0.0;
  for (std::size_t k = 0; k < places.size(); ++k)
    radius += double(ring.points[k].weight * glm::distance(places[k], middle));
  return radius;
}

std::vector<Bounds> blocks_of(const MeshGraph& graph, const std::vector<glm::vec3>& positions) {
  std::vector<Bounds> blocks((graph.triangles.size() + 3 * kSectionBlock - 1) /
                             (3 * kSectionBlock));
  for (std::size_t corner = 0; corner < graph.triangles.size(); ++corner)
    blocks[corner / (3 * kSectionBlock)].add(positions[graph.triangles[corner]]);
  return blocks;
}

BoneRings rings_of(const Bone& bone, const std::vector<CutMesh>& meshes) {
  BoneRings result{.bone = bone, .rings = {}};
  const Ruler ruler(bone);
  if (!std::isfinite(glm::dot(ruler.step, ruler.step))) return result;
  std::array<Ring, kSlices> smallest;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    const std::array<std::vector<Segment>, kSlices> slices = cut(ruler, meshes[m]);
    for (std::size_t slice = 0; slice < kSlices; ++slice) {
      const glm::dvec3 center =
          glm::mix(glm::dvec3(bone.start), glm::dvec3(bone.end), double(slice) / kSlices);
      for (const std::vector<std::uint64_t>& loop : loops_of(slices[slice])) {
        Ring ring = ring_of(loop, double(slice), ruler, *meshes[m].positions);
        ring.mesh = m;
        if (ring.bind_radius <= 0.0 || !goes_round(ring, center, bone, *meshes[m].positions))
          continue;
        if (smallest[slice].points.empty() || ring.bind_radius < smallest[slice].bind_radius)
          smallest[slice] = std::move(ring);
      }
    }
  }
  for (Ring& ring : smallest) {
    if (!ring.points.empty()) result.rings.push_back(std::move(ring));
  }
  return result;
}

}  // namespace marrow
