// Task 4: how much each joint moves a vertex, and where the vertex and its normal go.
#include <algorithm>

#include "rig/solution/textbook.h"

namespace marrow::solution {

std::vector<float> inverse_distance_weights(const std::vector<float>& distances) {
  // Nearer than this counts as on the bone: no division by zero.
  constexpr double kOnTheBone = 1e-6;
  double sum = 0.0;
  for (const float distance : distances) sum += 1.0 / std::max(double(distance), kOnTheBone);

  std::vector<float> weights;
  weights.reserve(distances.size());
  for (const float distance : distances)
    weights.push_back(float(1.0 / std::max(double(distance), kOnTheBone) / sum));
  return weights;
}

// M_i = sum_j w_ij T_j
static glm::mat4 blended_matrix(const std::vector<glm::mat4>& skinning,
                                const Influences& influences, std::size_t vertex) {
  glm::mat4 blended(0.0f);
  for (std::uint32_t k = influences.row_begin(vertex); k < influences.row_end(vertex); ++k) {
    blended += influences.weight[k] * skinning[influences.joint[k]];
  }
  return blended;
}

// The inverse-transpose is the cofactor matrix divided by the determinant. Length does not matter
// here, so only the sign of the determinant is kept: then a matrix that flattens the mesh still
// gives the normal of what is left, and never NaN.
static glm::vec3 transformed_normal(const glm::dmat3& m, const glm::vec3& normal) {
  const glm::dmat3 cofactor(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1]));
  const double sign = glm::dot(m[0], cofactor[0]) < 0.0 ? -1.0 : 1.0;
  const glm::dvec3 turned = sign * (cofactor * glm::dvec3(normal));
  const double length = glm::length(turned);
  return length > 0.0 ? glm::vec3(turned / length) : normal;
}

void skin(const std::vector<glm::mat4>& skinning, const Influences& influences,
          const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals,
          std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals) {
  out_positions.resize(positions.size());
  out_normals.resize(normals.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (influences.row_size(i) == 0) {  // uncovered: no joint moves it
      out_positions[i] = positions[i];
      out_normals[i] = normals[i];
      continue;
    }
    const glm::mat4 blended = blended_matrix(skinning, influences, i);
    out_positions[i] = glm::vec3(blended * glm::vec4(positions[i], 1.0f));  // v'_i = M_i v_i
    out_normals[i] = transformed_normal(glm::dmat3(glm::mat3(blended)), normals[i]);
  }
}

}  // namespace marrow::solution
