// Task 1: where the joints are, at rest and posed, and the matrix that carries a vertex from one to the other.
//
// GLM writes a product as a * b, an inverse as glm::inverse(m), the identity as glm::mat4(1.0f).
// joints[j].parent is an index that is always smaller than j, or -1 for a root: one loop from front to back is enough.
#include "rig/student/student.h"

namespace marrow::student {

// TODO: B_j = B_p(j) L_j for every joint j; the B of a root is its L.
// L_j is skeleton.joints[j].bind_local, p(j) is skeleton.joints[j].parent.
std::vector<glm::mat4> bind_matrices(const Skeleton& skeleton) { return std::vector<glm::mat4>(skeleton.joints.size(), glm::mat4(1.0f)); }

// TODO: W_j = W_p(j) L_j Ul_j for every joint j; a root has no W_p(j) in front.
// Ul_j is skeleton.joints[j].user_local. The order matters: parent first, then the joint's rest, then what the user did.
std::vector<glm::mat4> posed_matrices(const Skeleton& skeleton) { return std::vector<glm::mat4>(skeleton.joints.size(), glm::mat4(1.0f)); }

// TODO: T_j = W_j B_j^-1 for every joint j. Read it from the right: out of the rest pose into the joint, then to where the joint is now.
std::vector<glm::mat4> skinning_matrices(const std::vector<glm::mat4>& posed, const std::vector<glm::mat4>& /*bind*/) {
  return std::vector<glm::mat4>(posed.size(), glm::mat4(1.0f));
}

// TODO: W_j = T_j B_j.
glm::mat4 posed_from_skinning(const glm::mat4& /*skinning*/, const glm::mat4& bind) { return bind; }

// TODO: L_j = B_p(j)^-1 B_j. For a root the caller passes the identity as parent_bind.
glm::mat4 bind_local_from_bind(const glm::mat4& /*parent_bind*/, const glm::mat4& /*bind*/) { return glm::mat4(1.0f); }

// TODO: Ul_j = L_j^-1 W_p(j)^-1 W_j. Solve W_j = W_p(j) L_j Ul_j for Ul_j to see why. For a root parent_posed is the identity.
glm::mat4 user_local_from_posed(const glm::mat4& /*bind_local*/, const glm::mat4& /*parent_posed*/, const glm::mat4& /*posed*/) {
  return glm::mat4(1.0f);
}

}  // namespace marrow::student
