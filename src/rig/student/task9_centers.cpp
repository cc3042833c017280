// Task 9 (extra): a vertex turns about a point inside the skin.
#include "rig/student/student.h"

namespace marrow::student {

// TODO: the matrix that turns about the center c. T_j is motions[j], q_j is
// glm::quat_cast(glm::mat3(motions[j])); glm::mat3_cast turns a quaternion into a rotation. In T_j
// c the point c is (x, y, z, 1).
glm::mat4 blend_about_center(const std::vector<glm::mat4>& /*motions*/,
                             const std::vector<float>& /*weights*/, const glm::vec3& /*center*/) {
  return glm::mat4(1.0f);
}

}  // namespace marrow::student
