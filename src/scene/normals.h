// A mesh's normals against its faces: files come with normals that point away from what they shade.
#pragma once

#include <cmath>

#include "scene/mesh.h"

namespace marrow {

/// Of unit length; zero for a vector without a finite length above 0.
inline glm::dvec3 unit_or_zero(const glm::dvec3& vector) {
  const double length = glm::length(vector);
  return length > 0.0 && std::isfinite(length) ? vector / length : glm::dvec3(0.0);
}

/// Above this share of its area a mesh's normals count as wrong. Files whose normals are right stay
/// below 0.0032; thin and pointed parts cause that.
inline constexpr double kMostTurned = 0.02;

/// The share of a mesh's area whose normals point away from the faces, 0 to 0.5. A corner has an
/// equal part of its face's area. Where most point away, the faces wind the other way round, and
/// the others count. 0 without normals and without area; numbers that are not finite do not count.
double turned_share(const Mesh& mesh);

/// The same mesh with one normal per source vertex, made from its faces: the area-weighted mean of
/// those around it, also of other vertices at the same place whose mean is within 30 degrees (a
/// texture's seam is smooth, an edge stays sharp). They are on the side of most of the former
/// normals. Where faces give none (a face and its back), a former one stays, else zero.
Mesh with_recalculated_normals(const Mesh& mesh);

}  // namespace marrow
