// A field's zero set as a triangle mesh: even triangles of a size that may differ from place to
// place, exactly symmetric in x.
#pragma once

#include <array>
#include <functional>
#include <glm/glm.hpp>
#include <vector>

#include "field.h"

namespace marrow::media {

struct Triangles {
  std::vector<glm::dvec3> points;
  std::vector<std::array<int, 3>> faces;  ///< counter-clockwise seen from outside
};

/// Wanted edge length at a place.
using EdgeLength = std::function<double(const glm::dvec3&)>;

struct Box {
  glm::dvec3 low{0.0}, high{0.0};  ///< low.x is 0: the right half is a mirror image
};

/// The skin of a symmetric field inside the box. `cell` is the first sampling's size: thinner
/// things may be lost. Throws std::runtime_error when the result is not one closed surface without
/// handles.
Triangles skin_of(const Field& field, const Box& box, double cell, const EdgeLength& edge_length);

// The three steps of it.

/// Marching tetrahedra over the box: points on the plane x = 0 lie exactly there. Crude triangles.
Triangles sampled(const Field& field, const Box& box, double cell);
/// Splits long edges, collapses short ones, flips towards six neighbours, relaxes along the skin,
/// several times. The open rim at x = 0 stays in its plane.
Triangles evened(Triangles mesh, const Field& field, const EdgeLength& edge_length);
/// The mesh and its mirror image, joined along x = 0.
Triangles with_mirror_image(const Triangles& half);

}  // namespace marrow::media
