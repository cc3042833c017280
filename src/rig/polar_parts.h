// Splits a joint's T into a stretch followed by a rigid motion, T = Q P, for blends that average
// motions.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

namespace marrow {

struct PolarParts {
  /// Rotation of Q: the one nearest to T's 3x3, with either sign. For a reflection the mirroring is
  /// in P.
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 translation{0.0};  ///< of Q, equal to T's
  glm::dmat3 stretch{1.0};      ///< P, symmetric; exactly the identity where T is rigid within 1e-6
  bool is_stretched = false;

  glm::dmat4 rigid() const;  ///< Q
  glm::dquat dual() const;   ///< dual part of Q's unit dual quaternion
};

/// Polar decomposition; T's 3x3 may be singular.
PolarParts polar_parts(const glm::mat4& skinning);

/// One per joint.
std::vector<PolarParts> polar_parts(const std::vector<glm::mat4>& skinning);

/// Q of the row's blended dual quaternions, times the blended P (rig.h: blend_dual_quaternions).
/// `joints` and `weights`: `count` > 0 entries of a row.
glm::dmat4 blended_motion(const std::vector<PolarParts>& motions, const std::uint32_t* joints,
                          const float* weights, std::uint32_t count);

/// v' = A (v - c) + M c as one matrix, with A the 3x3 of blended_motion(), M the mean of the row's
/// T and c the vertex's center of rotation; M if c = v (rig.h: blend_about_center). The paper
/// assumes rigid T, for which P is the identity; with P, parts that move as one stay together under
/// any T. Normals use A's cofactors: near its center the skin turns as A does. (The change of
/// weights and centers between vertices is neglected, as in every blend.) `motions`:
/// polar_parts(skinning).
glm::dmat4 blended_about(const glm::vec3& center, const glm::vec3& rest,
                         const std::vector<glm::mat4>& skinning,
                         const std::vector<PolarParts>& motions, const std::uint32_t* joints,
                         const float* weights, std::uint32_t count);

/// A unit normal turned by the cofactors of `turn`, at unit length; `normal` itself where that is
/// undefined.
glm::vec3 turned_normal(const glm::dmat3& turn, const glm::vec3& normal);

}  // namespace marrow
