// Task 4: how much each joint moves a vertex, and where the vertex and its normal go.
#include "rig/student/student.h"

namespace marrow::student {

// TODO: w_j = (1 / max(d_j, 1e-6)) / (the sum of the same over all of the list). The weights then
// sum to 1. A vertex that lies on a bone has d = 0: that is what the 1e-6 is for. An empty list
// gives an empty result.
std::vector<float> inverse_distance_weights(const std::vector<float>& distances) {
  std::vector<float> weights(distances.size(), 0.0f);
  if (!weights.empty()) weights[0] = 1.0f;
  return weights;
}

// TODO: linear blend skinning, for every vertex i:
//   M_i  = sum_j w_ij T_j       T_j is skinning[j], already computed: no inverse is needed here
//   v'_i = M_i v_i              a point: (x, y, z, 1)
//   n'_i = normalize(N_i n_i)   N_i is the inverse-transpose of M_i's upper-left 3x3: a normal does
//                               not translate
// Vertex i owns the entries k of influences.joint and influences.weight with
// influences.row_begin(i) <= k < influences.row_end(i). No entries: the vertex and its normal stay
// as they are. M_i may be singular (a joint scaled to zero): use the cofactor matrix, whose columns
// are cross(m1, m2), cross(m2, m0), cross(m0, m1), times the sign of the determinant; where the
// result is zero, keep the normal.
void skin(const std::vector<glm::mat4>& /*skinning*/, const Influences& /*influences*/,
          const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals,
          std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals) {
  out_positions = positions;
  out_normals = normals;
}

}  // namespace marrow::student
