// Task 7 (extra): blending rigid motions as dual quaternions.
#include "rig/student/student.h"

namespace marrow::student {

// TODO: the unit dual quaternion of a rotation R and a translation t, which is rigid[3]:
//   real = the quaternion of R      glm::quat_cast(glm::mat3(rigid))
//   dual = 1/2 (0, t) real          a product of quaternions; (0, t) has w = 0 and t for x, y, z:
//                                   glm::quat(0.0f, t)
DualQuaternion dual_quaternion(const glm::mat4& /*rigid*/) { return {}; }

// TODO: the motion in the middle of these, as a matrix:
//   k    = the index of the largest weight, the first of several
//   s_j  = -1 where dot(real_j, real_k) < 0, otherwise 1: q and -q are the same motion, and their
//          sum would be nothing
//   real = sum_j w_j s_j real_j      dual = sum_j w_j s_j dual_j
//   divide both by |real|
//   the rotation is that of real (glm::mat3_cast), the translation is x, y, z of 2 dual real*
//   (glm::conjugate turns real into real*)
glm::mat4 blend_dual_quaternions(const std::vector<DualQuaternion>& /*motions*/,
                                 const std::vector<float>& /*weights*/) {
  return glm::mat4(1.0f);
}

}  // namespace marrow::student
