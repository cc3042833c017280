// Remeshed copies of a mesh, with other vertices on the same surface, for tests of transfer.
#pragma once

#include <map>
#include <set>

#include "rig/support.h"
#include "scene/connectivity.h"

namespace marrow::test {

/// A mesh of triangles, with positions only.
inline Mesh triangle_mesh(std::vector<glm::vec3> positions,
                          const std::vector<std::uint32_t>& triangles) {
  Mesh mesh;
  mesh.positions = std::move(positions);
  mesh.corner_vertex = triangles;
  for (std::size_t t = 3; t <= triangles.size(); t += 3)
    mesh.face_begin.push_back(std::uint32_t(t));
  return mesh;
}

/// A remeshed copy. `of`: per vertex, the original vertices that it was made from, with shares.
struct Remeshed {
  Mesh mesh;
  std::vector<std::map<std::uint32_t, double>> of;
};

inline std::map<std::uint32_t, double> mixed_shares(const std::map<std::uint32_t, double>& a,
                                                    const std::map<std::uint32_t, double>& b,
                                                    double share_of_b) {
  std::map<std::uint32_t, double> mix;
  for (const auto& [v, share] : a) mix[v] += (1.0 - share_of_b) * share;
  for (const auto& [v, share] : b) mix[v] += share_of_b * share;
  return mix;
}

/// The welded triangles of a mesh: without seams, unused vertices and degenerate triangles.
inline Remeshed welded(const Remeshed& from) {
  const MeshGraph graph = mesh_graph_of(from.mesh, make_surface(from.mesh));
  std::map<std::uint32_t, std::uint32_t> place;
  std::vector<glm::vec3> positions;
  std::vector<std::uint32_t> triangles;
  Remeshed result;
  for (const std::uint32_t v : graph.triangles) {
    const auto [found, is_new] = place.try_emplace(v, std::uint32_t(positions.size()));
    if (is_new) {
      positions.push_back(from.mesh.positions[v]);
      result.of.push_back(from.of[v]);
    }
    triangles.push_back(found->second);
  }
  result.mesh = triangle_mesh(std::move(positions), triangles);
  return result;
}

inline Remeshed welded(const Mesh& mesh) {
  Remeshed same{mesh, {}};
  for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) same.of.push_back({{v, 1.0}});
  return welded(same);
}

/// Splits each triangle in four. The old vertices keep their numbers.
inline Remeshed subdivided(Remeshed of) {
  std::map<std::array<std::uint32_t, 2>, std::uint32_t> middle;
  std::vector<std::uint32_t> triangles;
  const auto between = [&](std::uint32_t a, std::uint32_t b) {
    const auto [found, is_new] = middle.try_emplace({std::min(a, b), std::max(a, b)},
                                                    std::uint32_t(of.mesh.positions.size()));
    if (is_new) {
      of.mesh.positions.push_back(0.5f * (of.mesh.positions[a] + of.mesh.positions[b]));
      of.of.push_back(mixed_shares(of.of[a], of.of[b], 0.5));
    }
    return found->second;
  };
  for (std::size_t t = 0; t < of.mesh.corner_vertex.size(); t += 3) {
    const std::uint32_t a = of.mesh.corner_vertex[t], b = of.mesh.corner_vertex[t + 1],
                        c = of.mesh.corner_vertex[t + 2];
    const std::uint32_t ab = between(a, b), bc = between(b, c), ca = between(c, a);
    triangles.insert(triangles.end(), {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca});
  }
  return {triangle_mesh(std::move(of.mesh.positions), triangles), std::move(of.of)};
}

/// Moves vertices towards another vertex of a triangle, by random shares up to `most`. They stay on
/// the surface.
inline Remeshed jittered(const Remeshed& from, std::mt19937& random, double most) {
  Remeshed result = from;
  std::vector<char> is_moved(from.mesh.positions.size(), 0);
  for (std::size_t c = 0; c < from.mesh.corner_vertex.size(); ++c) {
    const std::uint32_t v = from.mesh.corner_vertex[c],
                        to = from.mesh.corner_vertex[c % 3 == 2 ? c - 2 : c + 1];
    if (is_moved[v] != 0 || random_number(random, 0.0f, 1.0f) < 0.5f) continue;
    is_moved[v] = 1;
    const double share = double(random_number(random, 0.0f, float(most)));
    result.mesh.positions[v] = glm::vec3(
        glm::mix(glm::dvec3(from.mesh.positions[v]), glm::dvec3(from.mesh.positions[to]), share));
    result.of[v] = mixed_shares(from.of[v], from.of[to], share);
  }
  return result;
}

/// Moves each vertex along its normal, by at most a share of the mesh's size.
inline Remeshed off_surface(Remeshed one, std::mt19937& random, float share) {
  const std::vector<glm::vec3> normals = smooth_normals(one.mesh, one.mesh.positions);
  const float most = share * bounds_of(one.mesh.positions).diagonal();
  for (std::size_t v = 0; v < normals.size(); ++v)
    one.mesh.positions[v] += random_number(random, -most, most) * normals[v];
  return one;
}

/// Collapses short edges to their middles until a share of the vertices is left.
inline Remeshed decimated(Remeshed one, double share) {
  const auto wanted = std::size_t(share * double(one.mesh.positions.size()));
  while (one.mesh.positions.size() > wanted) {
    Mesh& mesh = one.mesh;
    std::set<std::tuple<float, std::uint32_t, std::uint32_t>> edges;
    for (std::size_t c = 0; c < mesh.corner_vertex.size(); ++c) {
      const std::uint32_t a = mesh.corner_vertex[c],
                          b = mesh.corner_vertex[c % 3 == 2 ? c - 2 : c + 1];
      edges.insert(
          {glm::distance(mesh.positions[a], mesh.positions[b]), std::min(a, b), std::max(a, b)});
    }
    const std::size_t before = mesh.positions.size();
    std::vector<std::uint32_t> to(before, kNoIndex);
    std::size_t left = before;
    for (const auto& [length, a, b] : edges) {
      if (left == wanted || edges.empty()) break;
      if (to[a] != kNoIndex || to[b] != kNoIndex) continue;
      to[a] = to[b] = a;
      mesh.positions[a] = 0.5f * (mesh.positions[a] + mesh.positions[b]);
      one.of[a] = mixed_shares(one.of[a], one.of[b], 0.5);
      --left;
    }
    for (std::uint32_t& v : mesh.corner_vertex)
      if (to[v] != kNoIndex) v = to[v];
    one = welded(one);
    if (one.mesh.positions.size() == before) break;
  }
  return one;
}

}  // namespace marrow::test
