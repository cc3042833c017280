// Task 2: what a gizmo did in the world, written down as what the user did to the joint.
#include "rig/student/student.h"

namespace marrow::student {

// TODO: the new Ul'_j after the gizmo moved by U in the world. U is `increment`, since the drag
// began. parent_posed and posed are in world space here, too.
glm::mat4 user_local_after_increment(const glm::mat4& /*bind_local*/,
                                     const glm::mat4& /*parent_posed*/, const glm::mat4& /*posed*/,
                                     const glm::mat4& /*increment*/) {
  return glm::mat4(1.0f);
}

// TODO: the new Ul'_j after an increment in the joint's own frame.
glm::mat4 user_local_after_local_increment(const glm::mat4& user_local,
                                           const glm::mat4& /*increment*/) {
  return user_local;
}

}  // namespace marrow::student
