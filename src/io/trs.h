// Translation, rotation and scale: what a glTF node holds. A matrix with shear takes two nodes, one
// below the other.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <optional>

namespace marrow::io {

struct Trs {
  glm::dvec3 translation{0.0};
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};  ///< unit
  glm::dvec3 scale{1.0};                    ///< one may be negative (a mirror), any may be 0
};

glm::dmat4 matrix_of(const Trs& trs);

/// An affine matrix as upper (and then lower): matrix = upper, or upper * lower. `lower` holds a
/// rotation only and is there exactly when the matrix shears (columns further than 1e-6 from
/// perpendicular): any matrix is rotation * scale * rotation. Singular ones work too.
struct TrsChain {
  Trs upper;
  std::optional<Trs> lower;
};
TrsChain trs_of(const glm::dmat4& matrix);

}  // namespace marrow::io
