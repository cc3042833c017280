// Shared by the textbook's files: their functions, declared as in rig/rig.h, and double precision
// for inverses.
#pragma once

#include <glm/gtc/matrix_inverse.hpp>

#include "rig/rig.h"

namespace marrow::solution {

// Task 1: kinematics.
std::vector<glm::mat4> bind_matrices(const Skeleton& skeleton);
std::vector<glm::mat4> posed_matrices(const Skeleton& skeleton);
std::vector<glm::mat4> skinning_matrices(const std::vector<glm::mat4>& posed,
                                         const std::vector<glm::mat4>& bind);
glm::mat4 posed_from_skinning(const glm::mat4& skinning, const glm::mat4& bind);
glm::mat4 bind_local_from_bind(const glm::mat4& parent_bind, const glm::mat4& bind);
glm::mat4 user_local_from_posed(const glm::mat4& bind_local, const glm::mat4& parent_posed,
                                const glm::mat4& posed);

// Task 2: increments.
glm::mat4 user_local_after_increment(const glm::mat4& bind_local, const glm::mat4& parent_posed,
                                     const glm::mat4& posed, const glm::mat4& increment);
glm::mat4 user_local_after_local_increment(const glm::mat4& user_local, const glm::mat4& increment);

// Task 3: capsules.
glm::vec3 closest_on_line_segment(const glm::vec3& start, const glm::vec3& end,
                                  const glm::vec3& point);
JointLists find_joints(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                       const std::vector<glm::vec3>& positions);

// Task 4: skinning.
std::vector<float> inverse_distance_weights(const std::vector<float>& distances);
void skin(const std::vector<glm::mat4>& skinning, const Influences& influences,
          const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals,
          std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals);

// Task 5: inverse kinematics.
std::vector<glm::vec3> ik_gradient(const Skeleton& skeleton, const std::vector<glm::mat4>& posed,
                                   const glm::mat4& world_from_skeleton,
                                   const std::vector<IkPull>& pulls, const std::vector<int>& free);

// Task 6: splines.
float cubic_unit_spline(float t, float position0, float position1, float tangent0, float tangent1);
float catmull_rom(const std::vector<Knot>& knots, float time);

// Task 7: dual quaternions.
DualQuaternion dual_quaternion(const glm::mat4& rigid);
glm::mat4 blend_dual_quaternions(const std::vector<DualQuaternion>& motions,
                                 const std::vector<float>& weights);

// Task 8: delta mush.
std::vector<glm::vec3> smooth(const std::vector<std::vector<int>>& neighbors,
                              const std::vector<glm::vec3>& positions, int steps);
glm::mat3 surface_frame(const glm::vec3& normal, const glm::vec3& edge);
std::vector<glm::vec3> delta_mush(const MushSurface& surface, const std::vector<glm::vec3>& rest,
                                  const std::vector<glm::vec3>& posed, int steps);

// Task 9: centers of rotation.
glm::mat4 blend_about_center(const std::vector<glm::mat4>& motions,
                             const std::vector<float>& weights, const glm::vec3& center);

/// The matrix in double precision: products and inverses then lose nothing that a float would
/// notice.
inline glm::dmat4 precise(const glm::mat4& matrix) { return glm::dmat4(matrix); }

/// Inverse of an invertible affine matrix in double precision; its last row stays exactly (0, 0, 0,
/// 1).
inline glm::dmat4 precise_inverse(const glm::mat4& matrix) {
  return glm::affineInverse(glm::dmat4(matrix));
}

}  // namespace marrow::solution
