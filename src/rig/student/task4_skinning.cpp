// Task 4: how much each joint moves a vertex, and where the vertex and its normal go.
#include "rig/student/student.h"

namespace marrow::student {

// TODO: the weight of each joint in the list. An empty list gives an empty result.
std::vector<float> inverse_distance_weights(const std::vector<float>& distances) {
  std::vector<float> weights(distances.size(), 0.0f);
  if (!weights.empty()) weights[0] = 1.0f;
  return weights;
}

// TODO: the position and the normal of every vertex i. T_j is skinning[j], already computed: no
// inverse is needed per vertex. Vertex i owns the entries k of influences.joint and
// influences.weight with influences.row_begin(i) <= k < influences.row_end(i). No entries: the
// vertex and its normal stay as they are.
void skin(const std::vector<glm::mat4>& /*skinning*/, const Influences& /*influences*/,
          const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals,
          std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals) {
  out_positions = positions;
  out_normals = normals;
}

}  // namespace marrow::student
