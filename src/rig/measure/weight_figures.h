// Weights in the terms of published papers: how far they are from an artist's, and how smooth.
#pragma once

#include "rig/skinning/deformer.h"
#include "scene/skeleton.h"

namespace marrow {

struct WeightFigures {
  /// The mean over the vertices of sum_j |w_ij - a_ij|, 0 to 2, where a are the mesh's weights from
  /// its file; NaN if it has none.
  double l1 = 0.0;
  /// The mean over the sides (v, u) of all faces of sum_j (w_vj - w_uj)^2.
  double roughness = 0.0;
};
/// Computed from the weights that deform the mesh. `skeleton`: the one that deforms it.
WeightFigures weight_figures(const DeformedMesh& mesh, const Skeleton& skeleton);

/// Numbers of covered and uncovered source vertices of bound meshes: all, or those of one skeleton.
struct CoverageSummary {
  std::uint32_t covered = 0, uncovered = 0;
  double percent() const {
    return covered + uncovered == 0 ? 100.0 : 100.0 * covered / (double(covered) + uncovered);
  }
};
CoverageSummary coverage(const Deformer& deformer, Id skeleton = kNoId);

}  // namespace marrow
