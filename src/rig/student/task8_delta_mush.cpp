// Task 8 (extra): smoothing what linear blending made, and the rest pose's detail put back.
#include "rig/student/student.h"

namespace marrow::student {

// TODO: `steps` times, move every vertex i half of the way to the mean of its neighbors:
//   m_i = the mean of p over neighbors[i]
//   p_i becomes p_i + 1/2 (m_i - p_i)
// All move at once, so read from a copy of the step before. A vertex without neighbors stays where
// it is: it has no mean to go to.
std::vector<glm::vec3> smooth(const std::vector<std::vector<int>>& /*neighbors*/,
                              const std::vector<glm::vec3>& positions, int /*steps*/) {
  return positions;
}

// TODO: the rotation that stands on the surface:
//   n = normalize(normal)      b = normalize(normal x edge)      t = b x n
// n, t and b are its columns: glm::mat3(n, t, b). Where the normal or normal x edge is zero there
// is nothing to normalize: return the identity.
glm::mat3 surface_frame(const glm::vec3& /*normal*/, const glm::vec3& /*edge*/) {
  return glm::mat3(1.0f);
}

// TODO: smooth both surfaces, s0 = smooth(rest) and s = smooth(posed). Then for every vertex i:
//   its normal = the sum of (b - a) x (c - a) over the triangles that have it, on s0 and on s
//   its edge   = from the vertex to the first of its neighbors, on s0 and on s
//   F0 and F   = the surface_frame of the one and of the other
//   v'_i       = s_i + F F0^T (rest_i - s0_i)          glm::transpose
// A vertex without neighbors stays where `posed` has it.
std::vector<glm::vec3> delta_mush(const MushSurface& /*surface*/,
                                  const std::vector<glm::vec3>& /*rest*/,
                                  const std::vector<glm::vec3>& posed, int /*steps*/) {
  return posed;
}

}  // namespace marrow::student
