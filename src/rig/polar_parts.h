// A joint's T as a rigid motion after a stretch, T = Q P, for blends that take the mean of motions.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

namespace marrow {

struct PolarParts {
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};  ///< of Q: a rotation nearest to T's 3x3, with either
                                            ///< sign; a reflection's is that of what is left
  glm::dvec3 translation{0.0};              ///< of Q: T's own
  glm::dmat3 stretch{1.0};  ///< P, symmetric; exactly the identity where T is rigid within 1e-6
  bool is_stretched = false;

  glm::dmat4 rigid() const;  ///< Q
  glm::dquat dual() const;   ///< of Q's unit dual quaternion (rotation, dual)
};

/// Polar decomposition; T's 3x3 may be singular.
PolarParts polar_parts(const glm::mat4& skinning);

/// One per joint.
std::vector<PolarParts> polar_parts(const std::vector<glm::mat4>& skinning);

/// Q of the row's blended dual quaternions, times the blended P (rig.h: blend_dual_quaternions).
/// `joints` and `weights`: of a row of `count` > 0 entries.
glm::dmat4 blended_motion(const std::vector<PolarParts>& motions, const std::uint32_t* joints,
                          const float* weights, std::uint32_t count);

/// v' = A (v - c) + M c as one matrix, with A the 3x3 of blended_motion(), M the mean of the row's
/// T and c the vertex's center of rotation; M where c = v (rig.h: blend_about_center). The paper's
/// T are rigid, and P is the identity; with it, what moves as one moves as one under any T. Normals
/// by A's cofactors, since next to its center the skin turns as A does (what weights and centers
/// change from vertex to vertex is left out, as in every blend). `motions`: polar_parts(skinning).
glm::dmat4 blended_about(const glm::vec3& center, const glm::vec3& rest,
                         const std::vector<glm::mat4>& skinning,
                         const std::vector<PolarParts>& motions, const std::uint32_t* joints,
                         const float* weights, std::uint32_t count);

/// What a blend by `turn` makes of a unit normal: cofactors, unit length; `normal` where that is
/// not defined.
glm::vec3 turned_normal(const glm::dmat3& turn, const glm::vec3& normal);

}  // namespace marrow
