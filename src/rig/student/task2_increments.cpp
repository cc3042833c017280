// Task 2: what a gizmo did in the world, written down as what the user did to the joint.
#include "rig/student/student.h"

namespace marrow::student {

// TODO: Ul'_j = L_j^-1 W_p(j)^-1 U W_j: the new user transform, which replaces the old one.
// U is `increment`, a matrix in world space since the drag began. Here parent_posed and posed are
// in world space too, so afterwards the joint must stand at U W_j. Solve W_p(j) L_j Ul'_j = U W_j
// for Ul'_j to see why.
glm::mat4 user_local_after_increment(const glm::mat4& /*bind_local*/,
                                     const glm::mat4& /*parent_posed*/, const glm::mat4& /*posed*/,
                                     const glm::mat4& /*increment*/) {
  return glm::mat4(1.0f);
}

// TODO: Ul'_j = Incr_j Ul_j: the same for an increment given in the joint's own frame.
glm::mat4 user_local_after_local_increment(const glm::mat4& user_local,
                                           const glm::mat4& /*increment*/) {
  return user_local;
}

}  // namespace marrow::student
