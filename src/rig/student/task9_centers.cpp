// Task 9 (extra): a vertex turns about a point inside the skin.
#include "rig/student/student.h"

namespace marrow::student {

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
