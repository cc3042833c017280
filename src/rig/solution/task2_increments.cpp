// Task 2: what a gizmo did in the world, written down as what the user did to the joint.
#include "rig/solution/textbook.h"

namespace marrow::solution {

// We want W'_j = U W_j, and W'_j = W_p(j) L_j Ul'_j because the parent stays; hence Ul'_j = L_j^-1
// W_p(j)^-1 U W_j.
glm::mat4 user_local_after_increment(const glm::mat4& bind_local, const glm::mat4& parent_posed,
                                     const glm::mat4& posed, const glm::mat4& increment) {
  return glm::mat4(precise_inverse(bind_local) * precise_inverse(parent_posed) *
                   precise(increment) * precise(posed));
}

// Ul'_j = Incr_j Ul_j
glm::mat4 user_local_after_local_increment(const glm::mat4& user_local,
                                           const glm::mat4& increment) {
  return increment * user_local;
}

}  // namespace marrow::solution
