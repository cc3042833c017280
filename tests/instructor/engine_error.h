// Compares the engine with the textbook and with double precision.
#pragma once

#include <algorithm>

#include "rig/support.h"

namespace marrow::test {

/// The largest errors: of positions as a share of the model's size, of unit normals as a length.
struct Worst {
  double position = 0.0, normal = 0.0;
  void add(const Worst& other) {
    position = std::max(position, other.position);
    normal = std::max(normal, other.normal);
  }
};

struct Exact {
  glm::dvec3 position, normal;
  bool has_normal = true;  ///< the blended matrix does not flatten the surface
};

/// v' and n' of one vertex by rig.h, in double precision from the floats that the engine is
/// given.
inline Exact exact_vertex(const DeformedMesh& mesh, std::size_t i) {
  const Influences& rows = mesh.influences;
  Exact exact{glm::dvec3(mesh.bind_positions[i]), glm::dvec3(mesh.bind_normals[i])};
  if (rows.row_size(i) == 0) return exact;
  glm::dmat4 blended(0.0);
  for (std::uint32_t k = rows.row_begin(i); k < rows.row_end(i); ++k) {
    blended += double(rows.weight[k]) * glm::dmat4(mesh.skinning[rows.joint[k]]);
  }
  exact.position = glm::dvec3(blended * glm::dvec4(exact.position, 1.0));
  const glm::dmat3 m(blended);
  const glm::dmat3 cofactor(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1]));
  const double size = std::max({glm::length(m[0]), glm::length(m[1]), glm::length(m[2])});
  const glm::dvec3 turned =
      (glm::dot(m[0], cofactor[0]) < 0.0 ? -1.0 : 1.0) * (cofactor * exact.normal);
  // Where the normal nearly vanishes, rounding decides its direction in any precision.
  exact.has_normal = glm::length(turned) > 1e-2 * size * size &&
                     std::abs(glm::dot(m[0], cofactor[0])) > 1e-3 * size * size * size;
  if (exact.has_normal) exact.normal = glm::normalize(turned);
  return exact;
}

inline Worst error_of(const DeformedMesh& mesh) {
  Worst worst;
  Bounds bounds = mesh.bounds();
  for (const glm::vec3& position : mesh.bind_positions) bounds.add(position);
  double size = std::max(1e-30, double(bounds.diagonal()));
  for (const glm::mat4& skinning : mesh.skinning)
    size = std::max(size, double(glm::length(glm::vec3(skinning[3]))));
  for (std::size_t i = 0; i < mesh.bind_positions.size(); ++i) {
    const Exact exact = exact_vertex(mesh, i);
    worst.position = std::max(
        worst.position, glm::distance(glm::dvec3(mesh.positions()[i]), exact.position) / size);
    if (exact.has_normal && glm::length(exact.normal) > 0.5) {
      worst.normal =
          std::max(worst.normal, glm::distance(glm::dvec3(mesh.normals()[i]), exact.normal));
    }
  }
  return worst;
}

inline void check_same_rows(const DeformedMesh& fast, const DeformedMesh& textbook) {
  REQUIRE(fast.influences.vertex_count() == textbook.influences.vertex_count());
  for (std::size_t i = 0; i < fast.influences.vertex_count(); ++i) {
    const std::uint32_t a = fast.influences.row_begin(i), b = textbook.influences.row_begin(i);
    REQUIRE(fast.influences.row_size(i) == textbook.influences.row_size(i));
    for (std::uint32_t k = 0; k < fast.influences.row_size(i); ++k) {
      REQUIRE(fast.influences.joint[a + k] == textbook.influences.joint[b + k]);
    }
  }
  REQUIRE(fast.coverage.covered == textbook.coverage.covered);
  REQUIRE(fast.coverage.uncovered == textbook.coverage.uncovered);
  REQUIRE(fast.coverage.histogram == textbook.coverage.histogram);
  REQUIRE(fast.captured == textbook.captured);
}

/// The drawing order has every vertex once, and the numbers written in it equal those of the mesh.
inline void check_drawn(const DeformedMesh& mesh) {
  const std::size_t count = mesh.bind_positions.size();
  std::vector<glm::vec3> positions(count), normals(count);
  mesh.write_vertices({count ? &positions[0].x : nullptr, count ? &normals[0].x : nullptr});
  REQUIRE(mesh.order().size() == count);
  std::vector<bool> is_drawn(count, false);
  Bounds bounds;
  for (std::size_t n = 0; n < count; ++n) {
    const std::uint32_t i = mesh.order()[n];
    REQUIRE(i < count);
    REQUIRE_FALSE(is_drawn[i]);
    is_drawn[i] = true;
    REQUIRE(positions[n] == mesh.positions()[i]);
    REQUIRE(normals[n] == mesh.normals()[i]);
    bounds.add(positions[n]);
  }
  REQUIRE(mesh.bounds().low == bounds.low);
  REQUIRE(mesh.bounds().high == bounds.high);
}

/// Runs engine and textbook on one scene. Compares their rows, and returns the engine's errors.
inline Worst compare(const Scene& scene, Deformer& fast) {
  fast.update(scene);
  Deformer textbook = deformed(scene, Backend::textbook);
  REQUIRE(fast.meshes().size() == textbook.meshes().size());
  Worst worst;
  for (std::size_t m = 0; m < fast.meshes().size(); ++m) {
    const DeformedMesh& mesh = fast.meshes()[m];
    if (mesh.skeleton != kNoId) {
      check_same_rows(mesh, textbook.meshes()[m]);
      worst.add(error_of(mesh));
    }
    check_drawn(mesh);
  }
  for (std::size_t s = 0; s < fast.skeletons().size(); ++s)
    REQUIRE(fast.skeletons()[s].captured == textbook.skeletons()[s].captured);
  REQUIRE(fast.problems() == textbook.problems());
  return worst;
}

}  // namespace marrow::test
