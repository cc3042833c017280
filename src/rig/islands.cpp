#include "rig/islands.h"

#include <algorithm>
#include <cmath>

namespace marrow {

namespace {

/// V: for representatives, whether some vertex there is uncovered.
std::vector<char> places_uncovered(const Influences& influences, const Connectivity& graph) {
  std::vector<char> uncovered(graph.representative.size(), 0);
  for (std::size_t v = 0; v < uncovered.size(); ++v) {
    if (influences.row_size(v) == 0) uncovered[graph.representative[v]] = 1;
  }
  return uncovered;
}

}  // namespace

float needed_radius(const Bone& bone, const std::vector<glm::vec3>& positions, const std::vector<std::uint32_t>& vertices) {
  double needed = 0.0;
  for (const std::uint32_t v : vertices) needed = std::max(needed, distance_to(bone, positions[v]) + distance_slack(bone, positions[v]));
  return std::nextafter(float(needed), std::numeric_limits<float>::max());
}

namespace {

void measure(const DeformedMesh& mesh, const NearestBones& nearest, const std::vector<Bone>& bones, Island& island) {
  island.distance = std::numeric_limits<float>::max();
  for (const std::uint32_t v : island.vertices) island.distance = std::min(island.distance, nearest.distance[v]);
  island.needed_radius = needed_radius(bones[std::size_t(nearest.joint[island.vertices.front()])], mesh.bind_positions, island.vertices);
}

}  // namespace

void add_islands(const DeformedMesh& mesh, const MeshGraph& graph, const NearestBones& nearest, const std::vector<Bone>& bones,
                 const std::vector<Joint>& joints, std::vector<Island>& islands) {
  const std::vector<char> uncovered = places_uncovered(mesh.influences, graph.connectivity);
  const Parts parts = connected_parts(
      graph.connectivity, [&](std::uint32_t v) { return uncovered[v] != 0; },
      [&](std::uint32_t a, std::uint32_t b) { return nearest.joint[a] == nearest.joint[b]; });
  const std::size_t first = islands.size();
  islands.resize(first + parts.count);
  for (std::uint32_t v = 0; v < parts.of.size(); ++v) {
    if (parts.of[v] != kNoIndex && mesh.influences.row_size(v) == 0) islands[first + parts.of[v]].vertices.push_back(v);
  }
  for (std::size_t i = first; i < islands.size(); ++i) {
    islands[i].mesh = mesh.node;
    const int joint = nearest.joint[islands[i].vertices.front()];
    if (joint < 0) continue;
    islands[i].joint = joints[std::size_t(joint)].id;
    measure(mesh, nearest, bones, islands[i]);
  }
}

}  // namespace marrow
