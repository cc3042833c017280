// Declares the functions that you write. rig/rig.h describes each of them. Change nothing here.
#pragma once

#include "rig/rig.h"

namespace marrow::student {

// Task 1: task1_kinematics.cpp
std::vector<glm::mat4> bind_matrices(const Skeleton& skeleton);
std::vector<glm::mat4> posed_matrices(const Skeleton& skeleton);
std::vector<glm::mat4> skinning_matrices(const std::vector<glm::mat4>& posed,
                                         const std::vector<glm::mat4>& bind);
glm::mat4 posed_from_skinning(const glm::mat4& skinning, const glm::mat4& bind);
glm::mat4 bind_local_from_bind(const glm::mat4& parent_bind, const glm::mat4& bind);
glm::mat4 user_local_from_posed(const glm::mat4& bind_local, const glm::mat4& parent_posed,
                                const glm::mat4& posed);

// Task 2: task2_increments.cpp
glm::mat4 user_local_after_increment(const glm::mat4& bind_local, const glm::mat4& parent_posed,
                                     const glm::mat4& posed, const glm::mat4& increment);
glm::mat4 user_local_after_local_increment(const glm::mat4& user_local, const glm::mat4& increment);

// Task 3: task3_capsules.cpp
glm::vec3 closest_on_line_segment(const glm::vec3& start, const glm::vec3& end,
                                  const glm::vec3& point);
JointLists find_joints(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                       const std::vector<glm::vec3>& positions);

// Task 4: task4_skinning.cpp
std::vector<float> inverse_distance_weights(const std::vector<float>& distances);
void skin(const std::vector<glm::mat4>& skinning, const Influences& influences,
          const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals,
          std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals);

// Task 5: task5_ik.cpp
std::vector<glm::vec3> ik_gradient(const Skeleton& skeleton, const std::vector<glm::mat4>& posed,
                                   const glm::mat4& world_from_skeleton,
                                   const std::vector<IkPull>& pulls, const std::vector<int>& free);

// Task 6: task6_splines.cpp
float cubic_unit_spline(float t, float position0, float position1, float tangent0, float tangent1);
float catmull_rom(const std::vector<Knot>& knots, float time);

// Task 7: task7_dual_quaternions.cpp
DualQuaternion dual_quaternion(const glm::mat4& rigid);
glm::mat4 blend_dual_quaternions(const std::vector<DualQuaternion>& motions,
                                 const std::vector<float>& weights);

// Task 8: task8_delta_mush.cpp
std::vector<glm::vec3> smooth(const std::vector<std::vector<int>>& neighbors,
                              const std::vector<glm::vec3>& positions, int steps);
glm::mat3 surface_frame(const glm::vec3& normal, const glm::vec3& edge);
std::vector<glm::vec3> delta_mush(const MushSurface& surface, const std::vector<glm::vec3>& rest,
                                  const std::vector<glm::vec3>& posed, int steps);

// Task 9: task9_centers.cpp
glm::mat4 blend_about_center(const std::vector<glm::mat4>& motions,
                             const std::vector<float>& weights, const glm::vec3& center);

}  // namespace marrow::student
