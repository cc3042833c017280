// Remeshed copies of a mesh: other vertices on the same surface, for tests of transfer.
#pragma once

#include <map>
#include <set>

#include "rig/support.h"
#include "scene/connectivity.h"

namespace marrow::test {

/// Triangles over welded positions only.
inline Mesh triangle_mesh(std::vector<glm::vec3> positions,
                          const std::vector<std::uint32_t>& triangles) {
  Mesh mesh;
  mesh.positions = std::move(positions);
  mesh.corner_vertex = triangles;
  for (std::size_t t = 3; t <= triangles.size(); t += 3)
    mesh.face_begin.push_back(std::uint32_t(t));
  return mesh;
}

/// The welded triangles of a mesh: without seams, unused vertices and degenerate triangles.
inline Mesh welded(const Mesh& mesh) {
  const MeshGraph graph = mesh_graph_of(mesh, make_surface(mesh));
  std::map<std::uint32_t, std::uint32_t> place;
  std::vector<glm::vec3> positions;
  std::vector<std::uint32_t> triangles;
  for (const std::uint32_t v : graph.triangles) {
    const auto [found, is_new] = place.try_emplace(v, std::uint32_t(positions.size()));
    if (is_new) positions.push_back(mesh.positions[v]);
    triangles.push_back(found->second);
  }
  return triangle_mesh(std::move(positions), triangles);
}

/// Each triangle in four. The old vertices keep their numbers; `ends`: both ends of the edge of
/// each new one.
inline Mesh subdivided(const Mesh& mesh, std::vector<std::array<std::uint32_t, 2>>& ends) {
  std::vector<glm::vec3> positions = mesh.positions;
  std::map<std::array<std::uint32_t, 2>, std::uint32_t> middle;
  std::vector<std::uint32_t> triangles;
  const auto between = [&](std::uint32_t a, std::uint32_t b) {
    const std::array<std::uint32_t, 2> edge{std::min(a, b), std::max(a, b)};
    const auto [found, is_new] = middle.try_emplace(edge, std::uint32_t(positions.size()));
    if (is_new) {
      positions.push_back(0.5f * (mesh.positions[a] + mesh.positions[b]));
      ends.push_back(edge);
    }
    return found->second;
  };
  for (std::size_t t = 0; t < mesh.corner_vertex.size(); t += 3) {
    const std::uint32_t a = mesh.corner_vertex[t], b = mesh.corner_vertex[t + 1],
                        c = mesh.corner_vertex[t + 2];
    const std::uint32_t ab = between(a, b), bc = between(b, c), ca = between(c, a);
    triangles.insert(triangles.end(), {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca});
  }
  return triangle_mesh(std::move(positions), triangles);
}

/// Moves each vertex towards the others of one of its triangles, by random shares up to `most`. So
/// it stays on the surface of `mesh`.
inline Mesh jittered(const Mesh& mesh, std::mt19937& random, float most) {
  Mesh result = mesh;
  std::vector<char> is_moved(mesh.positions.size(), 0);
  for (std::size_t c = 0; c < mesh.corner_vertex.size(); ++c) {
    const std::uint32_t v = mesh.corner_vertex[c];
    if (is_moved[v] != 0 || random_number(random, 0.0f, 1.0f) < 0.5f) continue;
    is_moved[v] = 1;
    const std::size_t first = c - c % 3;
    const glm::vec3 to = mesh.positions[mesh.corner_vertex[first + (c + 1) % 3]],
                    or_to = mesh.positions[mesh.corner_vertex[first + (c + 2) % 3]],
                    from = mesh.positions[v];
    result.positions[v] += random_number(random, 0.0f, most) * (to - from) +
                           random_number(random, 0.0f, most) * (or_to - from);
  }
  return result;
}

/// Collapses short edges to their middles until a share of the vertices is left.
inline Mesh decimated(Mesh mesh, double share) {
  const auto wanted = std::size_t(share * double(mesh.positions.size()));
  while (mesh.positions.size() > wanted) {
    std::set<std::tuple<float, std::uint32_t, std::uint32_t>> edges;
    for (std::size_t c = 0; c < mesh.corner_vertex.size(); ++c) {
      const std::uint32_t a = mesh.corner_vertex[c],
                          b = mesh.corner_vertex[c % 3 == 2 ? c - 2 : c + 1];
      edges.insert(
          {glm::distance(mesh.positions[a], mesh.positions[b]), std::min(a, b), std::max(a, b)});
    }
    std::vector<char> is_used(mesh.positions.size(), 0);
    std::vector<std::uint32_t> to(mesh.positions.size());
    for (std::uint32_t v = 0; v < to.size(); ++v) to[v] = v;
    std::size_t left = mesh.positions.size();
    for (const auto& [length, a, b] : edges) {
      if (left == wanted) break;
      if (is_used[a] != 0 || is_used[b] != 0) continue;
      is_used[a] = is_used[b] = 1;
      mesh.positions[a] = 0.5f * (mesh.positions[a] + mesh.positions[b]);
      to[b] = a;
      --left;
    }
    for (std::uint32_t& v : mesh.corner_vertex) v = to[v];
    const std::size_t before = mesh.positions.size();
    mesh = welded(mesh);
    if (mesh.positions.size() == before) break;
  }
  return mesh;
}

}  // namespace marrow::test
