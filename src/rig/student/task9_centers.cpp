// Task 9 (extra): the point that a vertex turns about, and the blend about it.
#include "rig/student/student.h"

namespace marrow::student {

// TODO: how alike two rows of weights are:
//   sum over all j and all k, but not j == k, of
//     a_j a_k b_j b_k exp(-(a_j b_k - a_k b_j)^2 / sigma^2)        std::exp of <cmath>
//   sigma = 0.1, and the sum has (j, k) as well as (k, j)
float similarity(const std::vector<float>& /*a*/, const std::vector<float>& /*b*/) { return 0.0f; }

// TODO: the middle of all triangles, each counted by s area, s = similarity(weights, its weights):
//   (sum of s area middle) / (sum of s area)
//   the position of the vertex where the sum below is 0; a small sum is no 0
glm::vec3 center_of_rotation(const std::vector<float>& /*weights*/,
                             const std::vector<WeightedTriangle>& /*triangles*/,
                             const glm::vec3& position) {
  return position;
}

// TODO: the matrix that turns about the center c, which goes where linear blending takes it:
//   q_j = the quaternion of T_j                  glm::quat_cast(glm::mat3(motions[j]))
//   k   = the index of the largest weight, the first of several
//   s_j = -1 where dot(q_j, q_k) < 0, otherwise 1
//   R   = the rotation of the sum of w_j s_j q_j, divided by its length      glm::mat3_cast
//   the 3x3 is R, the translation sum_j w_j T_j c - R c; in T_j c the point c is (x, y, z, 1)
glm::mat4 blend_about_center(const std::vector<glm::mat4>& /*motions*/,
                             const std::vector<float>& /*weights*/, const glm::vec3& /*center*/) {
  return glm::mat4(1.0f);
}

}  // namespace marrow::student
