// Task 7 (extra): blending rigid motions as dual quaternions.
#include "rig/student/student.h"

namespace marrow::student {

// TODO: the unit dual quaternion of a rotation R and a translation t, which is rigid[3].
// glm::quat_cast(glm::mat3(rigid)) is the quaternion of R, glm::quat(0.0f, t) is (0, t).
DualQuaternion dual_quaternion(const glm::mat4& /*rigid*/) { return {}; }

// TODO: the blend of these motions, as a matrix. glm::mat3_cast turns a quaternion into a rotation,
// glm::conjugate turns real into real*.
glm::mat4 blend_dual_quaternions(const std::vector<DualQuaternion>& /*motions*/,
                                 const std::vector<float>& /*weights*/) {
  return glm::mat4(1.0f);
}

}  // namespace marrow::student
