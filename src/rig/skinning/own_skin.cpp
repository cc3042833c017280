#include "rig/skinning/own_skin.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace marrow {

namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();

/// For each piece and joint, marks the part with the most representatives; the first if equal.
/// All vertices of a part have the same joint and piece.
std::vector<char> largest_parts(const Parts& parts, const MeshGraph& graph,
                                const NearestBones& nearest) {
  struct Part {
    std::uint64_t place = 0;  ///< piece and joint
    std::uint32_t index = 0, size = 0;
  };
  std::vector<Part> found(parts.count);
  for (std::uint32_t v = 0; v < parts.of.size(); ++v) {
    if (graph.connectivity.representative[v] != v) continue;
    Part& part = found[parts.of[v]];
    part.place = std::uint64_t(graph.pieces.of[v]) << 32 | std::uint32_t(nearest.joint[v]);
    part.index = parts.of[v];
    ++part.size;
  }
  std::sort(found.begin(), found.end(), [](const Part& a, const Part& b) {
    return a.place != b.place ? a.place < b.place
           : a.size != b.size ? a.size > b.size
                              : a.index < b.index;
  });
  std::vector<char> is_largest(parts.count, 0);
  for (std::size_t k = 0; k < found.size(); ++k)
    is_largest[found[k].index] = k == 0 || found[k - 1].place != found[k].place;
  return is_largest;
}

bool are_neighbors(const std::vector<Joint>& joints, int a, int b) {
  return a >= 0 && b >= 0 &&
         (joints[std::size_t(a)].parent == b || joints[std::size_t(b)].parent == a);
}

}  // namespace

OwnSkin own_skin_of(const MeshGraph& graph, const NearestBones& nearest, std::size_t joints) {
  const Parts parts = connected_parts(
      graph.connectivity, [&](std::uint32_t v) { return nearest.joint[v] >= 0; },
      [&](std::uint32_t a, std::uint32_t b) { return nearest.joint[a] == nearest.joint[b]; });
  OwnSkin skin{.is_own = std::vector<char>(parts.of.size(), 0),
               .begin = std::vector<std::uint32_t>(joints + 1, 0),
               .vertices = {}};
  if (parts.count == 0) return skin;
  const std::vector<char> is_largest = largest_parts(parts, graph, nearest);
  const auto is_listed = [&](std::uint32_t v) {
    return skin.is_own[v] && graph.connectivity.representative[v] == v;
  };
  for (std::uint32_t v = 0; v < parts.of.size(); ++v) {
    skin.is_own[v] = is_largest[parts.of[v]];
    if (is_listed(v)) ++skin.begin[std::size_t(nearest.joint[v]) + 1];
  }
  for (std::size_t j = 0; j < joints; ++j) skin.begin[j + 1] += skin.begin[j];
  skin.vertices.resize(skin.begin.back());
  std::vector<std::uint32_t> next(skin.begin.begin(), skin.begin.end() - 1);
  for (std::uint32_t v = 0; v < parts.of.size(); ++v) {
    if (is_listed(v)) skin.vertices[next[std::size_t(nearest.joint[v])]++] = v;
  }
  return skin;
}

/// Drops another joint's paths.
void SurfaceWalk::begin(const SkinnedMesh& mesh, std::size_t joint) {
  for (const std::uint32_t v : reached_) distance_[v] = kFar;
  reached_.clear();
  heap_.clear();
  pieces_.clear();
  walked_ = 0.0f;
  joint_ = joint;
  const std::vector<std::uint32_t>& piece = mesh.graph->pieces.of;
  distance_.resize(piece.size(), kFar);
  is_wanted_.resize(piece.size(), 0);
  const auto own =
      std::span(mesh.skin->vertices)
          .subspan(mesh.skin->begin[joint], mesh.skin->begin[joint + 1] - mesh.skin->begin[joint]);
  for (const std::uint32_t v : own) {
    reach(v, 0.0f);
    if (pieces_.empty() || pieces_.back() != piece[v]) pieces_.push_back(piece[v]);
  }
  std::sort(pieces_.begin(), pieces_.end());
  for (const std::uint32_t v : own) pass_on(mesh, v);
}

void SurfaceWalk::reach(std::uint32_t vertex, float distance) {
  if (distance_[vertex] == kFar) reached_.push_back(vertex);
  distance_[vertex] = distance;
}

/// Gives the vertex's neighbors the distance through the vertex where that is shorter.
void SurfaceWalk::pass_on(const SkinnedMesh& mesh, std::uint32_t vertex) {
  const Connectivity& graph = mesh.graph->connectivity;
  for (std::uint32_t k = graph.neighbor_begin[vertex]; k < graph.neighbor_begin[vertex + 1]; ++k) {
    const std::uint32_t next = graph.neighbors[k];
    if (distance_[vertex] >= distance_[next]) continue;
    const float distance =
        distance_[vertex] + glm::distance((*mesh.positions)[vertex], (*mesh.positions)[next]);
    if (distance >= distance_[next]) continue;
    reach(next, distance);
    heap_.push_back({distance, next});
    std::push_heap(heap_.begin(), heap_.end());
  }
}

/// Walks outwards until `missing` wanted vertices are met or the rest is too far.
void SurfaceWalk::walk(const SkinnedMesh& mesh, float limit, std::size_t missing) {
  while (!heap_.empty() && missing > 0 && heap_.front().distance <= limit) {
    std::pop_heap(heap_.begin(), heap_.end());
    const Step at = heap_.back();
    heap_.pop_back();
    if (at.distance > distance_[at.vertex]) continue;
    walked_ = at.distance;
    if (is_wanted_[at.vertex]) --missing;
    pass_on(mesh, at.vertex);
  }
}

std::vector<float> SurfaceWalk::distances(const SkinnedMesh& mesh, const std::vector<Joint>& joints,
                                          std::size_t joint,
                                          const std::vector<std::uint32_t>& wanted, float limit) {
  if (joint != joint_) begin(mesh, joint);
  const std::vector<std::uint32_t>& representative = mesh.graph->connectivity.representative;
  const std::vector<std::uint32_t>& piece = mesh.graph->pieces.of;
  const auto has_ways = [&](std::uint32_t v) {
    return std::binary_search(pieces_.begin(), pieces_.end(), piece[v]);
  };
  std::size_t missing = 0;
  for (const std::uint32_t v : wanted) {
    if (has_ways(v) && distance_[representative[v]] > walked_)
      missing += std::exchange(is_wanted_[representative[v]], char(1)) == 0;
  }
  walk(mesh, limit, missing);
  std::vector<float> result;
  result.reserve(wanted.size());
  for (const std::uint32_t v : wanted) {
    const float way = distance_[representative[v]],
                alone = are_neighbors(joints, mesh.nearest->joint[v], int(joint)) ? 0.0f : kFar;
    result.push_back(!has_ways(v) ? alone : way <= limit ? way : kFar);
    is_wanted_[representative[v]] = 0;
  }
  return result;
}

}  // namespace marrow
