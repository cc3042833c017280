// Beyond single precision: nearly flat blends, and products that vanish or overflow.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "rig/fast/skin_kernel.h"

namespace marrow::fast {

namespace {

bool is_finite(const glm::vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// M_i = sum_j w_ij T_j, or by dual quaternions
glm::dmat4 blended_matrix(const SkinJob& job, std::size_t vertex) {
  const std::uint32_t row = job.rows.row_begin(vertex);
  if (!job.motions.empty())
    return blended_motion(job.motions, job.rows.joint.data() + row, job.rows.weight.data() + row,
                          job.rows.row_size(vertex));
  glm::dmat4 blended(0.0);
  for (std::uint32_t k = job.rows.row_begin(vertex); k < job.rows.row_end(vertex); ++k) {
    blended += double(job.rows.weight[k]) * glm::dmat4(job.skinning[job.rows.joint[k]]);
  }
  return blended;
}

glm::vec3 transformed_normal(const glm::dmat4& blended, const glm::vec3& normal) {
  const glm::dvec3 x(blended[0]), y(blended[1]), z(blended[2]);
  const glm::dmat3 cofactor(glm::cross(y, z), glm::cross(z, x), glm::cross(x, y));
  const double sign = glm::dot(x, cofactor[0]) < 0.0 ? -1.0 : 1.0;
  const glm::dvec3 turned = cofactor * glm::dvec3(normal);
  const double length = glm::length(turned);
  if (!(length > 0.0) || !std::isfinite(length)) return normal;
  return glm::vec3(turned * (sign / length));
}

void put(const glm::vec3& v, float* to) { to[0] = v.x, to[1] = v.y, to[2] = v.z; }

}  // namespace

void skin_exactly(const SkinJob& job, std::size_t slot, float* position, float* normal) {
  const std::size_t vertex = job.order[std::min(
      slot, job.order.size() - 1)];  // a group's unused lanes repeat its last vertex
  const glm::vec3 bind_position = job.positions[vertex], bind_normal = job.normals[vertex];
  if (job.rows.row_size(vertex) == 0) {
    put(bind_position, position);
    put(bind_normal, normal);
    return;
  }
  const bool keeps_position = is_finite({position[0], position[1], position[2]});
  if (keeps_position && bind_normal == glm::vec3(0.0f)) return put(bind_normal, normal);
  const glm::dmat4 blended = blended_matrix(job, vertex);
  put(transformed_normal(blended, bind_normal), normal);
  if (keeps_position) return;
  const glm::vec3 moved(blended * glm::dvec4(bind_position, 1.0));
  put(is_finite(moved) ? moved : bind_position, position);
}

}  // namespace marrow::fast
