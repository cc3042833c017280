// The engine's errors: compared with the textbook, before anything is timed, and with double
// precision.
#pragma once

#include <memory>
#include <string>

#include "rig/engine.h"

namespace marrow::bench {

/// Largest errors seen so far.
struct Errors {
  /// Error of v', in diagonals of the mesh's bounding box (bind or posed, the larger one).
  double position = 0.0;
  double normal = 0.0;  ///< error of n': length of the difference
  void add(const Errors& other);
};

/// A mesh at the place of its skeleton, not yet bound.
BoundMesh bound_mesh(std::shared_ptr<const Mesh> mesh, std::shared_ptr<const Surface> surface);

/// Compares the engine's result for T with math.md's skin(), evaluated in double precision from the
/// same rows and T. Normals are left out where the blend crushes the surface (a cofactor matrix
/// that nearly loses the normal), because their direction is undefined there. Before that, throws
/// std::runtime_error unless the engine's rows have the textbook's joints, its weights are within
/// 1e-5, and its vertices are within 1e-5 of the bounding box's diagonal.
Errors checked_errors(const std::string& what, const Engine& engine, const BoundMesh& mesh,
                      const std::vector<glm::mat4>& skinning, const Influences& textbook_rows);

/// The errors on `count` small random rigs: trees of 1 to 24 joints, half of them with uneven
/// scales, all falloffs, some vertices uncovered.
Errors errors_of_random_rigs(int count);

}  // namespace marrow::bench
