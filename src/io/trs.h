// Translation, rotation and scale of a glTF node. A matrix with shear takes two nodes.
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

/// Cosine between two axes that counts as perpendicular: matrices of real files, inverted and
/// multiplied in floats, are off by up to 1.5e-4.
inline constexpr double kShearOfFloats = 2e-4;

/// An affine matrix as upper, or upper * lower. `lower` is a rotation, present if the matrix shears
/// (columns farther than kShearOfFloats from perpendicular; else upper is the nearest): any matrix
/// is rotation * scale * rotation, singular ones too.
struct TrsChain {
  Trs upper;
  std::optional<Trs> lower;
};
TrsChain trs_of(const glm::dmat4& matrix);

}  // namespace marrow::io
