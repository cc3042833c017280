// How much a mesh encloses, and how much of it each joint moves, from one walk over its triangles. With n_t = (b - a) x (c - a) and
// S_t = (a - m) . n_t for a point m, a closed mesh encloses sum S_t / 6, and the cone from o to triangle t has S_t / 6 - (o - m) . n_t / 6.
// Given to its three corners in equal parts, both become sums over vertices, so that weights come in after the walk:
//   V_j = sum over vertices v of w_vj (S_v - (o_j - m) . N_v) / 18
#pragma once

#include "rig/mesh_graph.h"

namespace marrow {

/// The triangles around each vertex.
struct Fans {
  glm::dvec3 middle{0.0};       ///< m
  std::vector<glm::vec4> fans;  ///< V: N_v, the sum of their n_t; S_v, the sum of their S_t
  double volume() const;        ///< of the whole mesh, signed
};

/// A third of the area of the triangles around each vertex.
std::vector<float> areas_of(const MeshGraph& graph, const std::vector<glm::vec3>& positions);

/// The mean of the positions by bind areas: it follows every affine motion, so that an open mesh measures the same wherever it is.
glm::dvec3 middle_of(const std::vector<float>& areas, const std::vector<glm::vec3>& positions);

void make_fans(const MeshGraph& graph, const std::vector<float>& areas, const std::vector<glm::vec3>& positions, Fans& fans);

/// Adds `sign` times V_j to each joint's volume. `origins`: o_j.
void add_cones(const Influences& influences, const Fans& fans, const std::vector<glm::vec3>& origins, double sign,
               std::vector<double>& volumes);

/// Adds the area that each joint moves.
void add_areas(const Influences& influences, const std::vector<float>& areas, std::vector<double>& joint_areas);

/// Volume now over volume at bind; NaN where the latter is next to nothing for a surface of that area.
double volume_ratio(double now, double bind, double area);

}  // namespace marrow
