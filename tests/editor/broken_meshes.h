// Broken meshes made from a good one.
#pragma once

#include "rig/support.h"
#include "support/random_rig.h"

namespace marrow::test {

/// Only the positions and faces of a mesh, which the functions below can break.
inline Mesh bare(const Mesh& mesh) {
  Mesh result;
  result.positions = mesh.positions;
  result.face_begin = mesh.face_begin;
  result.corner_vertex = mesh.corner_vertex;
  return result;
}

/// Adds a copy of the mesh, scaled about a point; `is_reversed`: its faces face inward.
inline void add_copy(Mesh& mesh, const Mesh& of, const glm::vec3& center, float scale,
                     bool is_reversed) {
  const auto first = std::uint32_t(mesh.positions.size());
  for (const glm::vec3& position : of.positions)
    mesh.positions.push_back(center + scale * (position - center));
  for (std::size_t face = 0; face < of.face_count(); ++face) {
    std::vector<std::uint32_t> corners(of.corner_vertex.begin() + of.face_begin[face],
                                       of.corner_vertex.begin() + of.face_begin[face + 1]);
    if (is_reversed) std::reverse(corners.begin(), corners.end());
    for (const std::uint32_t v : corners) mesh.corner_vertex.push_back(first + v);
    mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
  }
}

inline Mesh ball(int around) { return bare(capped_cylinder(around, around, 0.2f, 0.1f)); }

/// Gives a share of the corners separate vertices, at most `jitter` away from the old ones.
inline void split(Mesh& mesh, std::mt19937& random, float share, float jitter) {
  for (std::uint32_t& v : mesh.corner_vertex) {
    if (random_number(random, 0.0f, 1.0f) > share) continue;
    mesh.positions.push_back(mesh.positions[v] + random_vector(random, jitter));
    v = std::uint32_t(mesh.positions.size() - 1);
  }
}

inline void flip(Mesh& mesh, std::size_t face) {
  std::reverse(mesh.corner_vertex.begin() + mesh.face_begin[face],
               mesh.corner_vertex.begin() + mesh.face_begin[face + 1]);
}

inline void double_faces(Mesh& mesh, std::mt19937& random, int count) {
  for (int n = 0; n < count; ++n) {
    const auto face = std::size_t(random_index(random, 0, int(mesh.face_count()) - 1));
    for (std::uint32_t c = mesh.face_begin[face]; c < mesh.face_begin[face + 1]; ++c)
      mesh.corner_vertex.push_back(mesh.corner_vertex[c]);
    mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
  }
}

/// Removes single faces far from each other.
inline void tear(Mesh& mesh, int count) {
  Mesh left = mesh;
  left.face_begin = {0};
  left.corner_vertex.clear();
  const std::size_t step = mesh.face_count() / std::size_t(count);
  for (std::size_t face = 0; face < mesh.face_count(); ++face) {
    if (face % step == step / 2) continue;
    left.corner_vertex.insert(left.corner_vertex.end(),
                              mesh.corner_vertex.begin() + mesh.face_begin[face],
                              mesh.corner_vertex.begin() + mesh.face_begin[face + 1]);
    left.face_begin.push_back(std::uint32_t(left.corner_vertex.size()));
  }
  mesh = std::move(left);
}

struct Broken {
  const char* how;
  Mesh mesh;
};

/// Twelve broken copies of a closed mesh of one shell. Repaired, they must be that again.
inline std::vector<Broken> broken_meshes(const Mesh& good, std::mt19937& random) {
  std::vector<Broken> all;
  const auto add = [&](const char* how, const auto& harm) {
    all.push_back({how, good});
    harm(all.back().mesh);
  };
  const float size = bounds_of(good.positions).diagonal();
  const glm::vec3 inside = good.positions[0] * 0.0f + bounds_of(good.positions).center();
  add("soup: each corner its own vertex", [&](Mesh& m) { split(m, random, 1.0f, 0.0f); });
  add("soup with jitter", [&](Mesh& m) { split(m, random, 1.0f, 2e-6f * size); });
  add("a tenth of the corners split", [&](Mesh& m) { split(m, random, 0.1f, 0.0f); });
  add("200 faces twice", [&](Mesh& m) { double_faces(m, random, 200); });
  add("a ball inside", [&](Mesh& m) { add_copy(m, ball(8), glm::vec3(0), 0.1f, false); });
  add("a reversed ball inside", [&](Mesh& m) { add_copy(m, ball(8), glm::vec3(0), 0.1f, true); });
  for (std::size_t n = all.size() - 2; n < all.size(); ++n)  // into the middle of the body
    for (std::size_t v = good.positions.size(); v < all[n].mesh.positions.size(); ++v)
      all[n].mesh.positions[v] += inside;
  add("a fifth of the faces flipped", [&](Mesh& m) {
    for (std::size_t f = 0; f < m.face_count(); f += 5) flip(m, f);
  });
  add("all faces flipped", [&](Mesh& m) {
    for (std::size_t f = 0; f < m.face_count(); ++f) flip(m, f);
  });
  add("12 holes", [&](Mesh& m) { tear(m, 12); });
  add("holes in a flipped mesh", [&](Mesh& m) {
    tear(m, 6);
    for (std::size_t f = 0; f < m.face_count(); ++f) flip(m, f);
  });
  add("split and doubled", [&](Mesh& m) {
    double_faces(m, random, 50);
    split(m, random, 0.3f, 1e-6f * size);
  });
  add("holes, soup, a ball inside", [&](Mesh& m) {
    tear(m, 8);
    split(m, random, 1.0f, 0.0f);
    add_copy(m, ball(6), glm::vec3(0), 0.1f, false);
    for (std::size_t v = m.positions.size() - ball(6).positions.size(); v < m.positions.size(); ++v)
      m.positions[v] += inside;
  });
  return all;
}

}  // namespace marrow::test
