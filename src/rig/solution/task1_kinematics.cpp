// Task 1: where the joints are, at rest and posed, and the matrix that carries a vertex from one to
// the other.
#include "rig/solution/textbook.h"

namespace marrow::solution {

static std::vector<glm::mat4> rounded(const std::vector<glm::dmat4>& matrices) {
  return std::vector<glm::mat4>(matrices.begin(), matrices.end());
}

std::vector<glm::mat4> bind_matrices(const Skeleton& skeleton) {
  std::vector<glm::dmat4> bind;
  bind.reserve(skeleton.joints.size());
  for (const Joint& joint : skeleton.joints) {
    const glm::dmat4 parent = joint.parent < 0 ? glm::dmat4(1.0) : bind[std::size_t(joint.parent)];
    bind.push_back(parent * precise(joint.bind_local));  // B_j = B_p(j) L_j
  }
  return rounded(bind);
}

std::vector<glm::mat4> posed_matrices(const Skeleton& skeleton) {
  std::vector<glm::dmat4> posed;
  posed.reserve(skeleton.joints.size());
  for (const Joint& joint : skeleton.joints) {
    const glm::dmat4 parent = joint.parent < 0 ? glm::dmat4(1.0) : posed[std::size_t(joint.parent)];
    posed.push_back(parent * precise(joint.bind_local) *
                    precise(joint.user_local));  // W_j = W_p(j) L_j Ul_j
  }
  return rounded(posed);
}

std::vector<glm::mat4> skinning_matrices(const std::vector<glm::mat4>& posed,
                                         const std::vector<glm::mat4>& bind) {
  std::vector<glm::mat4> skinning(posed.size());
  for (std::size_t j = 0; j < posed.size(); ++j) {
    skinning[j] = glm::mat4(precise(posed[j]) * precise_inverse(bind[j]));  // T_j = W_j B_j^-1
  }
  return skinning;
}

// W_j = T_j B_j
glm::mat4 posed_from_skinning(const glm::mat4& skinning, const glm::mat4& bind) {
  return glm::mat4(precise(skinning) * precise(bind));
}

// L_j = B_p(j)^-1 B_j
glm::mat4 bind_local_from_bind(const glm::mat4& parent_bind, const glm::mat4& bind) {
  return glm::mat4(precise_inverse(parent_bind) * precise(bind));
}

// Ul_j = L_j^-1 W_p(j)^-1 W_j
glm::mat4 user_local_from_posed(const glm::mat4& bind_local, const glm::mat4& parent_posed,
                                const glm::mat4& posed) {
  return glm::mat4(precise_inverse(bind_local) * precise_inverse(parent_posed) * precise(posed));
}

}  // namespace marrow::solution
