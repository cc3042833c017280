// Task 8: linear blending's result, smoothed, with the rest pose's detail put back.
#include "rig/solution/textbook.h"

namespace marrow::solution {

std::vector<glm::vec3> smooth(const std::vector<std::vector<int>>& neighbors,
                              const std::vector<glm::vec3>& positions, int steps) {
  std::vector<glm::vec3> p = positions;
  for (int step = 0; step < steps; ++step) {
    const std::vector<glm::vec3> before = p;  // all vertices move at once
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (neighbors[i].empty()) continue;
      glm::vec3 mean(0.0f);  // m_i
      for (const int n : neighbors[i]) mean += before[std::size_t(n)];
      mean /= float(neighbors[i].size());
      p[i] = before[i] + 0.5f * (mean - before[i]);
    }
  }
  return p;
}

glm::mat3 surface_frame(const glm::vec3& normal, const glm::vec3& edge) {
  const glm::vec3 across = glm::cross(normal, edge);
  if (glm::length(normal) == 0.0f || glm::length(across) == 0.0f) return glm::mat3(1.0f);
  const glm::vec3 n = glm::normalize(normal), b = glm::normalize(across), t = glm::cross(b, n);
  return {n, t, b};
}

// For each vertex the sum of (b - a) x (c - a) over its triangles. Large triangles count more, so
// slivers hardly turn the normal.
static std::vector<glm::vec3> vertex_normals(const MushSurface& surface,
                                             const std::vector<glm::vec3>& positions) {
  std::vector<glm::vec3> normals(positions.size(), glm::vec3(0.0f));
  for (const glm::ivec3& triangle : surface.triangles) {
    const glm::vec3 &a = positions[std::size_t(triangle[0])],
                    &b = positions[std::size_t(triangle[1])],
                    &c = positions[std::size_t(triangle[2])];
    for (int k = 0; k < 3; ++k) normals[std::size_t(triangle[k])] += glm::cross(b - a, c - a);
  }
  return normals;
}

std::vector<glm::vec3> delta_mush(const MushSurface& surface, const std::vector<glm::vec3>& rest,
                                  const std::vector<glm::vec3>& posed, int steps) {
  const std::vector<glm::vec3> s0 = smooth(surface.neighbors, rest, steps),
                               s = smooth(surface.neighbors, posed, steps),
                               normals0 = vertex_normals(surface, s0),
                               normals = vertex_normals(surface, s);
  std::vector<glm::vec3> moved = posed;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    if (surface.neighbors[i].empty()) continue;
    const auto first = std::size_t(surface.neighbors[i][0]);
    const glm::mat3 f0 = surface_frame(normals0[i], s0[first] - s0[i]),
                    f = surface_frame(normals[i], s[first] - s[i]);
    moved[i] = s[i] + f * glm::transpose(f0) * (rest[i] - s0[i]);
  }
  return moved;
}

}  // namespace marrow::solution
