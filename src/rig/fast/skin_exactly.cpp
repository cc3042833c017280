// For rows beyond single precision: nearly flat blends, and products that vanish or overflow.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "rig/fast/skin_job.h"

namespace marrow::fast {

namespace {

bool is_finite(const glm::vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// M_i = sum_j w_ij T_j, or the matrix that the blend uses instead.
glm::dmat4 blended_matrix(const SkinJob& job, std::size_t vertex) {
  const std::uint32_t row = job.rows.row_begin(vertex), size = job.rows.row_size(vertex);
  const std::uint32_t* const joints = job.rows.joint.data() + row;
  const float* const weights = job.rows.weight.data() + row;
  const glm::vec3& rest = job.positions[vertex];
  if (job.blend == Blend::dual_quaternion)
    return blended_motion(job.motions, joints, weights, size);
  const glm::vec3& center =
      job.blend == Blend::centers ? center_or((*job.centers)[vertex], rest) : rest;
  return blended_about(center, rest, job.skinning, job.motions, joints, weights, size);
}

void put(const glm::vec3& v, float* to) { to[0] = v.x, to[1] = v.y, to[2] = v.z; }

}  // namespace

void skin_exactly(const SkinJob& job, std::size_t slot, float* position, float* normal) {
  // Unused lanes of a group repeat its last vertex.
  const std::size_t vertex = job.order[std::min(slot, job.order.size() - 1)];
  const glm::vec3 bind_position = job.positions[vertex], bind_normal = job.normals[vertex];
  if (job.rows.row_size(vertex) == 0) {
    put(bind_position, position);
    put(bind_normal, normal);
    return;
  }
  const bool keeps_position = is_finite({position[0], position[1], position[2]});
  if (keeps_position && bind_normal == glm::vec3(0.0f)) return put(bind_normal, normal);
  const glm::dmat4 blended = blended_matrix(job, vertex);
  put(turned_normal(glm::dmat3(blended), bind_normal), normal);
  if (keeps_position) return;
  const glm::vec3 moved(blended * glm::dvec4(bind_position, 1.0));
  put(is_finite(moved) ? moved : bind_position, position);
}

}  // namespace marrow::fast
