// Task 5 (extra): which way to turn each joint so that a hand comes nearer to where it is pulled.
#include "rig/student/student.h"

namespace marrow::student {

// TODO: one vector for every joint b in `free`: how fast f = sum of weight / 2 |tip - target|^2
// grows as b turns about x, y and z.
//   tip  = S W_j end            of a pull on joint j; posed[j] is S W_j, a matrix to world space
//   o_b  = origin of posed[b]
//   A    = the upper-left 3x3 of S W_p(b) L_b; for a root S, world_from_skeleton, stands in the
//          place of S W_p
//   g_b . a = sum of weight * dot(tip - target, A (a x A^-1 (tip - o_b)))
//          for the unit axes a = x, y, z, which are axes of the frame of L_b
// Only pulls count whose joint is b or stands below it (is_in_subtree in scene/skeleton.h tells).
// Turning b moves nothing else. The editor does the rest: it steps downhill, with damping, until
// the tips are where they shall be.
std::vector<glm::vec3> ik_gradient(const Skeleton& /*skeleton*/,
                                   const std::vector<glm::mat4>& /*posed*/,
                                   const glm::mat4& /*world_from_skeleton*/,
                                   const std::vector<IkPull>& /*pulls*/,
                                   const std::vector<int>& free) {
  return std::vector<glm::vec3>(free.size(), glm::vec3(0.0f));
}

}  // namespace marrow::student
