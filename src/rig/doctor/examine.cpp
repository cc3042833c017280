#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "rig/doctor/topology.h"
#include "scene/normals.h"

namespace marrow {
namespace {

constexpr std::size_t kMostHoleSides = 64;
constexpr double kMostHoleArea = 0.05;  // share of the shell's area
constexpr double kNeedle = 1e-3;        // height over length

/// A fiftieth of a millimeter for a human.
float merge_distance(const Mesh& mesh) {
  const float diagonal = bounds_of(mesh.positions).diagonal();
  return 1e-5f * std::min(diagonal, std::numeric_limits<float>::max());
}

// ---- Duplicates

/// The corners of each vertex.
struct VertexCorners {
  std::vector<std::uint32_t> begin, list;  ///< V + 1; C

  explicit VertexCorners(const Mesh& mesh)
      : begin(mesh.positions.size() + 1, 0), list(mesh.corner_vertex.size()) {
    for (const std::uint32_t v : mesh.corner_vertex) ++begin[v + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    for (std::uint32_t c = 0; c < list.size(); ++c) list[next[mesh.corner_vertex[c]]++] = c;
  }
};

template <typename Value>
bool is_same_at(const std::vector<std::uint32_t>& corner_value, const std::vector<Value>& values,
                std::uint32_t a, std::uint32_t b) {
  if (corner_value.empty() || corner_value[a] == corner_value[b]) return true;
  return corner_value[a] != kNoIndex && corner_value[b] != kNoIndex &&
         values[corner_value[a]] == values[corner_value[b]];
}

/// True if some corners of both vertices have equal normals and texture coordinates; otherwise the
/// vertices are split at a seam.
bool share_a_corner(const Mesh& mesh, const VertexCorners& of, std::uint32_t a, std::uint32_t b) {
  constexpr std::uint32_t kMostCompared = 16;  // corners per vertex
  const std::uint32_t end_a = std::min(of.begin[a + 1], of.begin[a] + kMostCompared),
                      end_b = std::min(of.begin[b + 1], of.begin[b] + kMostCompared);
  // A vertex without a face is not at a seam.
  if (of.begin[a] == end_a || of.begin[b] == end_b) return true;
  for (std::uint32_t i = of.begin[a]; i < end_a; ++i)
    for (std::uint32_t k = of.begin[b]; k < end_b; ++k)
      if (is_same_at(mesh.corner_normal, mesh.normals, of.list[i], of.list[k]) &&
          is_same_at(mesh.corner_uv, mesh.uvs, of.list[i], of.list[k]))
        return true;
  return false;
}

bool have_same_data(const Mesh& mesh, std::uint32_t a, std::uint32_t b) {
  for (const VertexAttribute& attribute : mesh.attributes) {
    const std::size_t size = attribute.bytes.size() / mesh.positions.size();
    if (std::memcmp(&attribute.bytes[a * size], &attribute.bytes[b * size], size) != 0)
      return false;
  }
  for (const MorphTarget& target : mesh.morph_targets)
    for (const auto* of : {&target.positions, &target.normals, &target.tangents})
      if (!of->empty() && (*of)[a] != (*of)[b]) return false;
  if (!mesh.weights) return true;
  const ExplicitWeights& rows = *mesh.weights;
  const std::uint32_t at = rows.row_begin[a], end = rows.row_begin[a + 1];
  const std::uint32_t other = rows.row_begin[b], size = rows.row_begin[b + 1] - other;
  return end - at == size &&
         std::equal(rows.joint.data() + at, rows.joint.data() + end, rows.joint.data() + other) &&
         std::equal(rows.weight.data() + at, rows.weight.data() + end, rows.weight.data() + other);
}

void find_duplicates(const Mesh& mesh, MeshFindings& findings) {
  constexpr int kMostCompared = 64;  // vertices per place
  const VertexCorners corners(mesh);
  const auto vertices = std::uint32_t(mesh.positions.size());
  std::vector<std::uint32_t> next(vertices, kNoIndex);  // the next kept vertex at the same place
  findings.merges_to.resize(vertices);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    const std::uint32_t first = findings.place[v];
    std::uint32_t last = first, found = kNoIndex;
    int compared = 0;
    for (std::uint32_t other = first;
         other < v && other != kNoIndex && found == kNoIndex && compared++ < kMostCompared;
         last = other, other = next[other])
      if (share_a_corner(mesh, corners, v, other) && have_same_data(mesh, v, other)) found = other;
    if (found == kNoIndex && v != first) next[last] = v;
    findings.merges_to[v] = found == kNoIndex ? v : found;
    if (found != kNoIndex || mesh.positions[v] != mesh.positions[first])
      findings.duplicates.push_back(v);
  }
}

// ---- Holes

struct Border {
  const MeshTopology& topology;
  std::vector<double> shell_area;

  /// Where an open side begins (a corner) and ends (a place), along its patch's orientation.
  std::uint32_t start(std::uint32_t side) const {
    return topology.is_turned[topology.face_of[side]] != 0 ? topology.next(side) : side;
  }
  std::uint32_t end_place(std::uint32_t side) const {
    const bool is_turned = topology.is_turned[topology.face_of[side]] != 0;
    return topology.place_at(is_turned ? side : topology.next(side));
  }
};

/// One per patch: whether it has a border that is not a small hole.
using IsOpen = std::vector<char>;

/// Records a closed loop of open sides as a hole, or counts it as an opening.
void take_loop(const Border& border, const std::uint32_t* sides, std::size_t count,
               MeshFindings& findings, IsOpen& is_open) {
  const MeshTopology& topology = border.topology;
  glm::dvec3 area(0.0);
  const glm::dvec3 origin(topology.point(border.start(sides[0])));
  std::vector<std::uint32_t> corners(count);
  for (std::size_t k = 0; k < count; ++k) {
    corners[k] = border.start(sides[k]);
    area += glm::cross(glm::dvec3(topology.point(corners[k])) - origin,
                       glm::dvec3(topology.point(border.start(sides[(k + 1) % count]))) - origin);
  }
  const std::uint32_t face = topology.face_of[sides[0]];
  if (count < 3 || count > kMostHoleSides ||
      glm::length(area) / 2.0 > kMostHoleArea * border.shell_area[topology.shell[face]]) {
    ++findings.openings;
    for (std::size_t k = 0; k < count; ++k) is_open[topology.patch[topology.face_of[sides[k]]]] = 1;
    return;
  }
  // A filling face runs along its neighbors' sides, as the file turns these, in the opposite
  // direction.
  if (topology.is_turned[face] == 0) std::reverse(corners.begin(), corners.end());
  findings.holes.push_back(std::move(corners));
}

IsOpen find_holes(const MeshTopology& topology, MeshFindings& findings) {
  IsOpen is_open(topology.patches, 0);
  Border border{topology, std::vector<double>(topology.shells, 0.0)};
  for (std::size_t face = 0; face < topology.shell.size(); ++face)
    if (topology.is_live[face] != 0)
      border.shell_area[topology.shell[face]] +=
          glm::length(area_normal(topology.mesh, topology.mesh.positions, face)) / 2.0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open;  // place of the start, side
  for (std::uint32_t c = 0; c < topology.twin.size(); ++c)
    if (topology.twin[c] == MeshTopology::kOpen)
      open.emplace_back(topology.place_at(border.start(c)), c);
  std::sort(open.begin(), open.end());
  std::vector<char> is_used(open.size(), 0);
  std::vector<std::uint32_t> way;                        // sides not yet in a loop
  std::unordered_map<std::uint32_t, std::size_t> begun;  // by place: index in `way`
  for (std::size_t seed = 0; seed < open.size(); ++seed) {
    way.clear(), begun.clear();
    for (std::size_t next = seed; next < open.size() && is_used[next] == 0;) {
      is_used[next] = 1;
      begun[open[next].first] = way.size();
      way.push_back(open[next].second);
      const std::uint32_t end = border.end_place(way.back());
      if (const auto closed = begun.find(end); closed != begun.end()) {
        const std::size_t first = closed->second;
        take_loop(border, &way[first], way.size() - first, findings, is_open);
        for (std::size_t k = first; k < way.size(); ++k)
          begun.erase(topology.place_at(border.start(way[k])));
        way.resize(first);
      }
      next = std::size_t(std::lower_bound(open.begin(), open.end(), std::pair(end, 0u)) -
                         open.begin());
      while (next < open.size() && open[next].first == end && is_used[next] != 0) ++next;
      if (next < open.size() && open[next].first != end) break;
    }
    findings.openings += way.empty() ? 0 : 1;  // the rest ends where three faces meet
    for (const std::uint32_t side : way) is_open[topology.patch[topology.face_of[side]]] = 1;
  }
  std::sort(findings.holes.begin(), findings.holes.end());
  return is_open;
}

// ---- Orientation

/// Decides for each patch which of its two orientations is right.
void orient_patches(MeshTopology& topology, const IsOpen& is_open) {
  struct Judged {
    glm::dvec3 center{0.0};
    double area = 0.0, turned_area = 0.0, volume = 0.0;
  };
  std::vector<Judged> patches(topology.patches);
  const auto for_each_fan = [&](const auto& take) {
    for (std::size_t face = 0; face < topology.patch.size(); ++face)
      if (topology.is_live[face] != 0)
        topology.visit_fan(face, [&](const auto& a, const auto& b, const auto& c) {
          const glm::dvec3 normal = glm::cross(b - a, c - a) / 2.0;
          take(patches[topology.patch[face]], topology.is_turned[face] != 0,
               a + (b - a + c - a) / 3.0, normal);
        });
  };
  for_each_fan([](Judged& of, bool is_turned, const auto& middle, const auto& normal) {
    const double area = glm::length(normal);
    of.area += area;
    of.turned_area += is_turned ? area : 0.0;
    of.center += area * middle;
  });
  for (Judged& of : patches)
    if (of.area > 0.0) of.center /= of.area;
  for_each_fan([](Judged& of, bool is_turned, const auto& middle, const auto& normal) {
    of.volume += glm::dot(middle - of.center, normal) / (is_turned ? -3.0 : 3.0);
  });
  constexpr double kFlat = 1e-4;  // volume over area^1.5; 0.094 for a ball
  std::vector<char> is_wrong(patches.size(), 0);
  for (std::size_t p = 0; p < patches.size(); ++p) {
    const Judged& of = patches[p];
    const bool is_solid = is_open[p] == 0 && std::abs(of.volume) > kFlat * std::pow(of.area, 1.5);
    is_wrong[p] = is_solid ? of.volume < 0.0 : of.turned_area > 0.5 * of.area;
  }
  for (std::size_t face = 0; face < topology.patch.size(); ++face)
    if (topology.is_live[face] != 0) topology.is_turned[face] ^= is_wrong[topology.patch[face]];
}

// ---- Needles, shells

bool is_needle(const MeshTopology& topology, std::size_t face) {
  const std::uint32_t first = topology.mesh.face_begin[face];
  if (topology.mesh.face_begin[face + 1] - first != 3) return false;
  const glm::dvec3 a(topology.point(first)), b(topology.point(first + 1)),
      c(topology.point(first + 2));
  const double longest = std::max({glm::distance(a, b), glm::distance(b, c), glm::distance(c, a)});
  return glm::length(glm::cross(b - a, c - a)) < kNeedle * longest * longest;
}

void take_faces(const MeshTopology& topology, const std::vector<char>& is_inner,
                MeshFindings& findings) {
  findings.shell.assign(topology.mesh.positions.size(), kNoIndex);
  for (std::uint32_t face = 0; face < topology.patch.size(); ++face) {
    if (topology.is_live[face] == 0) {
      findings.double_faces.push_back(face);
      continue;
    }
    for (std::uint32_t c = topology.mesh.face_begin[face]; c < topology.mesh.face_begin[face + 1];
         ++c)
      findings.shell[topology.mesh.corner_vertex[c]] = topology.shell[face];
    if (is_inner[topology.patch[face]] != 0)
      findings.inner_faces.push_back(face);
    else if (topology.is_turned[face] != 0)
      findings.flipped_faces.push_back(face);
    if (is_needle(topology, face)) findings.needles.push_back(face);
  }
  findings.inner = std::uint32_t(std::count(is_inner.begin(), is_inner.end(), char(1)));
  findings.shells = topology.shells;
  findings.crowded_edges = topology.crowded_edges;
}

}  // namespace

MeshFindings examine(const Mesh& mesh) {
  MeshFindings findings;
  findings.place = places_within(mesh.positions, merge_distance(mesh));
  find_duplicates(mesh, findings);
  MeshTopology topology(mesh, findings.place);
  orient_patches(topology, find_holes(topology, findings));
  take_faces(topology, inner_patches(topology), findings);
  return findings;
}

}  // namespace marrow
