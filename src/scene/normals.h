// Finds and repairs normals that point away from their faces, as in some files.
#pragma once

#include <cmath>

#include "scene/mesh.h"

namespace marrow {

/// The vector with unit length; zero if its length is 0 or not finite.
inline glm::dvec3 unit_or_zero(const glm::dvec3& vector) {
  const double length = glm::length(vector);
  return length > 0.0 && std::isfinite(length) ? vector / length : glm::dvec3(0.0);
}

/// A face's normal times twice its area, for any polygon: Newell's sum about the first corner.
glm::dvec3 area_normal(const Mesh& mesh, const std::vector<glm::vec3>& positions, std::size_t face);

/// Above this share of the area a mesh's normals count as wrong. Files with right normals stay
/// below 0.0032, which thin and pointed parts cause.
inline constexpr double kMaxFlippedShare = 0.02;

/// The share of a mesh's area whose normals point away from the faces, 0 to 0.5. Each corner counts
/// an equal part of its face's area. If most normals point away, the faces are wound the other way
/// round, and the other normals count as wrong. 0 without normals or area. Ignores numbers that are
/// not finite.
double flipped_share(const Mesh& mesh);

/// The mesh with one new normal per source vertex: the area-weighted mean of the faces around it,
/// and around other vertices at the same position whose mean is within 30 degrees (so a texture
/// seam is smooth, and an edge stays sharp). The normals point to the side of most old normals. If
/// the faces determine none (a face and its back), the vertex keeps an old normal, or gets zero.
Mesh with_recalculated_normals(const Mesh& mesh);

}  // namespace marrow
