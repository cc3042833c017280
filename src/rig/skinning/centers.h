// Optimized centers of rotation (Le, Hodgins 2016), as blend_about_center in rig.h uses them.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "rig/engine.h"

namespace marrow {

/// c_i at bind, one per shading vertex, in the space of bind_positions: the mean of the middles of
/// all triangles, each weighted by its area and by the similarity of its weights to the vertex's,
///
///   s(p, v) = sum over joints j != k of p_j p_k v_j v_k exp(-(p_j v_k - p_k v_j)^2 / 0.1^2)
///
/// with v the vertex's row and p the mean of the corners' rows. kNoCenter for a vertex with fewer
/// than two joints, and where the sum is 0. Differs from the exact sum by up to 1.5e-6 of the
/// mesh's size (2e-7 on most characters), but only by rounding where two joints share few triangles
/// and vertices. The result does not depend on the number of threads, to the bit. Time and memory
/// grow with rows and triangles, not with their product.
std::vector<glm::vec3> centers_of(const BoundMesh& mesh);

/// One per shading vertex: its center, or its rest position.
std::vector<glm::vec3> rest_centers(const BoundMesh& mesh);

}  // namespace marrow
