// Translation, rotation and scale of a glTF node. A matrix with shear needs two nodes.
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

/// Two axes count as perpendicular if the cosine of their angle is at most this: matrices of real
/// files, inverted and multiplied in floats, are off by up to 1.5e-4.
inline constexpr double kShearOfFloats = 2e-4;

/// An affine matrix as `upper`, or as `upper` * `lower`. `lower` is a rotation and present only if
/// the matrix shears (columns farther than kShearOfFloats from perpendicular); otherwise `upper` is
/// the nearest Trs. Two factors suffice because any matrix, also a singular one, is rotation *
/// scale * rotation.
struct TrsChain {
  Trs upper;
  std::optional<Trs> lower;
};
TrsChain trs_of(const glm::dmat4& matrix);

}  // namespace marrow::io
