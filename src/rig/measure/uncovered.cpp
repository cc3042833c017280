#include "rig/measure/uncovered.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace marrow {

float needed_radius(const Distances& distances, std::size_t joint,
                    const std::vector<std::uint32_t>& vertices) {
  double needed = 0.0;
  for (const std::uint32_t v : vertices)
    needed = std::max(needed, distances.of(joint, v) + distances.slack(joint, v));
  return std::nextafter(float(needed), std::numeric_limits<float>::max());
}

namespace {

void set_distances(const NearestBones& nearest, const Distances& distances, Island& island) {
  island.distance = std::numeric_limits<float>::max();
  for (const std::uint32_t v : island.vertices)
    island.distance = std::min(island.distance, nearest.distance[v]);
  island.needed_radius = needed_radius(
      distances, std::size_t(nearest.joint[island.vertices.front()]), island.vertices);
}

}  // namespace

bool Uncovered::update(const DeformedMesh& mesh) {
  const std::size_t vertices = mesh.mesh->positions.size();
  const Influences& rows = mesh.influences;
  const auto changed = mesh.rows_changed_since(bind_revision_);
  bind_revision_ = mesh.bind_revision;
  if (!changed || is_uncovered_.size() != vertices) {
    is_uncovered_.resize(vertices);
    for (std::size_t v = 0; v < vertices; ++v) is_uncovered_[v] = rows.row_size(v) == 0;
    return true;
  }
  bool has_changed = false;
  for (const std::uint32_t v : *changed) {
    if (v < vertices)
      has_changed |= std::exchange(is_uncovered_[v], char(rows.row_size(v) == 0)) !=
                     char(rows.row_size(v) == 0);
  }
  return has_changed;
}

std::vector<std::uint32_t> Uncovered::list() const {
  std::vector<std::uint32_t> vertices;
  const auto begin = is_uncovered_.begin(), end = is_uncovered_.end();
  for (auto at = std::find(begin, end, char(1)); at != end; at = std::find(at + 1, end, char(1)))
    vertices.push_back(std::uint32_t(at - begin));
  return vertices;
}

namespace {

/// Connected parts of the places with an uncovered vertex. (Vertices at one place are joined to
/// their representative.) Edges connect only vertices with the same nearest bone.
Parts uncovered_parts(const std::vector<std::uint32_t>& uncovered, const Connectivity& graph,
                      const NearestBones& nearest) {
  std::vector<std::uint32_t> places;
  places.reserve(uncovered.size());
  for (const std::uint32_t v : uncovered) places.push_back(graph.representative[v]);
  std::sort(places.begin(), places.end());
  std::vector<char> has_place(graph.representative.size(), 0);
  for (const std::uint32_t place : places) has_place[place] = 1;
  Parts parts;
  parts.of.assign(graph.representative.size(), kNoIndex);
  std::vector<std::uint32_t> waiting;
  for (const std::uint32_t place : places) {
    label_part(
        graph, place, [&](std::uint32_t v) { return has_place[v] != 0; },
        [&](std::uint32_t a, std::uint32_t b) { return nearest.joint[a] == nearest.joint[b]; },
        parts, waiting);
  }
  return parts;
}

}  // namespace

void add_islands(const DeformedMesh& mesh, const std::vector<std::uint32_t>& uncovered,
                 const MeshGraph& graph, const NearestBones& nearest, const Distances& distances,
                 const std::vector<Joint>& joints, std::vector<Island>& islands) {
  const Parts parts = uncovered_parts(uncovered, graph.connectivity, nearest);
  const std::size_t first = islands.size();
  islands.resize(first + parts.count);
  for (const std::uint32_t v : uncovered)
    islands[first + parts.of[graph.connectivity.representative[v]]].vertices.push_back(v);
  for (std::size_t i = first; i < islands.size(); ++i) {
    islands[i].mesh = mesh.node;
    const int joint = nearest.joint[islands[i].vertices.front()];
    if (joint < 0) continue;
    islands[i].joint = joints[std::size_t(joint)].id;
    set_distances(nearest, distances, islands[i]);
  }
}

}  // namespace marrow
