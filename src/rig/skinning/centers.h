// Optimized centers of rotation (Le, Hodgins 2016): where they are, and what they make of linear
// blending.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "rig/skinning/engine.h"

namespace marrow {

/// c_i at bind, one per shading vertex, in the space of bind_positions: the mean of all triangles'
/// middles, each counted by its area and by how alike it is weighed to the vertex,
///
///   s(p, v) = sum over joints j != k of p_j p_k v_j v_k exp(-(p_j v_k - p_k v_j)^2 / 0.1^2)
///
/// with v the vertex's row and p the mean of the corners' rows. kNoCenter where no joint or one
/// alone holds the vertex, and where the sum is 0. Agrees with that sum to 1.5e-6 of the mesh's
/// size (2e-7 on most characters), and but for rounding where two joints share few triangles and
/// vertices.
/// The same bits with any number of threads. Time and memory grow with rows and triangles, not with
/// their product.
std::vector<glm::vec3> centers_of(const BoundMesh& mesh);

/// Blends by centers what skin() made of rest_centers(mesh) as positions, M c, and of the rest
/// normals. A = R P is the matrix that turns about a center: R the rotation of the blended
/// quaternions (signs beside the heaviest joint), P the mean of the stretches, so that
/// v' = A (v - c) + M c. The paper's T are rigid, and P is the identity; with it, what moves as one
/// moves as one under any T. Normals: by A's cofactors, since next to its center the skin turns as
/// A does (what weights and centers change from vertex to vertex is left out, as in every blend).
/// A vertex without a center has what skin() made of it.
void turn_about_centers(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning,
                        std::vector<glm::vec3>& positions, std::vector<glm::vec3>& normals);

/// One per shading vertex: its center, or its rest position.
std::vector<glm::vec3> rest_centers(const BoundMesh& mesh);

}  // namespace marrow
