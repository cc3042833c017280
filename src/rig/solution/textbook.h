// Shared by the textbook's files: their functions, declared as in rig/rig.h, and double precision
// for inverses.
#pragma once

#include <glm/gtc/matrix_inverse.hpp>
#include <type_traits>

#include "rig/contract.h"

namespace marrow::solution {

/// rig/rig.h describes each function.
#define MARROW_DECLARED(task, function) std::remove_pointer_t<decltype(Tasks::function)> function;
MARROW_CONTRACT(MARROW_DECLARED)
#undef MARROW_DECLARED

/// The matrix in double precision: products and inverses then lose nothing that a float would
/// notice.
inline glm::dmat4 precise(const glm::mat4& matrix) { return glm::dmat4(matrix); }

/// Inverse of an invertible affine matrix in double precision; its last row stays exactly (0, 0, 0,
/// 1).
inline glm::dmat4 precise_inverse(const glm::mat4& matrix) {
  return glm::affineInverse(glm::dmat4(matrix));
}

}  // namespace marrow::solution
