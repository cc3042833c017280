// Direct delta mush: delta mush whose smoothing is done once, at rest (Le, Lewis 2019, their
// variant 0, with places and rotations smoothed alike: alpha = 0).
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "rig/skinning/engine.h"
#include "rig/skinning/mush_kernel.h"
#include "scene/connectivity.h"

namespace marrow {

/// With b_ki the share of vertex k in vertex i after DeltaMush's steps of smoothing, u_k at bind
/// and homogeneous:
///
///   Omega_ij = sum over k of b_ki w_kj u_k u_k^T             found at bind, symmetric
///   (Q_i  q_i; p_i^T  1) = sum over j of T_j Omega_ij
///   R_i = the rotation nearest to Q_i - q_i p_i^T
///   v'_i = R_i (u_i - p_i) + q_i,  n'_i = R_i n_i            u_i, n_i at rest, with morph targets
///
/// So q_i is where delta mush has its smooth surface, and R_i is fitted to all of the vertices
/// around i instead of to their triangles' normal. A vertex that no joint moves stays and pulls at
/// those around it: T is the identity for it.
class DirectDeltaMush {
 public:
  explicit DirectDeltaMush(const BoundMesh& mesh);

  /// Takes bind_positions and rows. Must precede apply(). The same bits with any number of threads.
  /// An Omega_ij that weighs less than 1e-6 is counted as the heaviest joint's.
  void take_rows(const BoundMesh& mesh);

  /// Changes what linear blending made of the shading vertices of `mesh`. A vertex that no joint
  /// moves, that has no neighbour, whose neighbours are on a line, or that would not be finite
  /// stays.
  void apply(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning,
             std::vector<glm::vec3>& positions, std::vector<glm::vec3>& normals) const;

  const MushRows& rows() const { return rows_; }

 private:
  Connectivity graph_;
  MushRows rows_;
};

}  // namespace marrow
