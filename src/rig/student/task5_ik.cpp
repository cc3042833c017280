// Task 5 (extra): which way to turn each joint so that a hand comes nearer to where it is pulled.
#include "rig/student/student.h"

namespace marrow::student {

// TODO: one vector g_b for every joint b in `free`: the slope of f as b turns about x, y and z, the
// axes of the frame of its L_b. posed[j] is S W_j and world_from_skeleton is S, which a root has in
// place of S W_p(b). Only pulls count whose joint is b or below it (is_in_subtree in
// scene/skeleton.h). The editor does the rest: it steps downhill, with damping, until the tips are
// at their targets.
std::vector<glm::vec3> ik_gradient(const Skeleton& /*skeleton*/,
                                   const std::vector<glm::mat4>& /*posed*/,
                                   const glm::mat4& /*world_from_skeleton*/,
                                   const std::vector<IkPull>& /*pulls*/,
                                   const std::vector<int>& free) {
  return std::vector<glm::vec3>(free.size(), glm::vec3(0.0f));
}

}  // namespace marrow::student
