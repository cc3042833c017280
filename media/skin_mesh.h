// Makes a triangle mesh of a field's zero set: even triangles, whose size may vary over the body,
// exactly symmetric in x.
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

/// The wanted edge length at a place.
using EdgeLength = std::function<double(const glm::dvec3&)>;

struct Box {
  glm::dvec3 low{0.0}, high{0.0};  ///< low.x is 0, because the right half is a mirror image
};

/// The skin of a symmetric field inside the box. `cell`: the size of the first sampling, which may
/// lose thinner parts. Throws std::runtime_error if the result is not one closed surface without
/// handles.
Triangles skin_of(const Field& field, const Box& box, double cell, const EdgeLength& edge_length);

// The three steps of skin_of().

/// Marching tetrahedra over the box, which gives uneven triangles. Points on the plane x = 0 are
/// exactly there.
Triangles sampled(const Field& field, const Box& box, double cell);
/// Makes triangles even: several times splits long edges, collapses short ones, flips edges towards
/// six neighbors per point, and relaxes points along the skin. The open rim at x = 0 stays in its
/// plane.
Triangles remeshed(Triangles mesh, const Field& field, const EdgeLength& edge_length);
/// The mesh and its mirror image, joined along x = 0.
Triangles with_mirror_image(const Triangles& half);

}  // namespace marrow::media
