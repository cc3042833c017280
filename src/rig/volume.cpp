#include "rig/volume.h"

#include <cmath>
#include <limits>

namespace marrow {

namespace {

/// Volume over area^1.5, below which there is nothing to lose: a ball has 0.094, a sheet of 1 x 1 x 0.003 has 0.001.
constexpr double kLeastFullness = 1e-3;

}  // namespace

double Fans::volume() const {
  double sum = 0.0;
  for (const glm::vec4& fan : fans) sum += double(fan.w);
  return sum / 18.0;
}

std::vector<float> areas_of(const MeshGraph& graph, const std::vector<glm::vec3>& positions) {
  std::vector<float> areas(graph.connectivity.representative.size(), 0.0f);
  for (std::size_t t = 0; t < graph.triangles.size(); t += 3) {
    const std::uint32_t* corner = &graph.triangles[t];
    const glm::vec3& a = positions[corner[0]];
    const float third = glm::length(glm::cross(positions[corner[1]] - a, positions[corner[2]] - a)) / 6.0f;
    for (int k = 0; k < 3; ++k) areas[corner[k]] += third;
  }
  return areas;
}

glm::dvec3 middle_of(const std::vector<float>& areas, const std::vector<glm::vec3>& positions) {
  glm::dvec3 sum(0.0);
  double area = 0.0;
  for (std::size_t v = 0; v < areas.size(); ++v) {
    sum += double(areas[v]) * glm::dvec3(positions[v]);
    area += double(areas[v]);
  }
  return area > 0.0 ? sum / area : glm::dvec3(0.0);
}

void make_fans(const MeshGraph& graph, const std::vector<float>& areas, const std::vector<glm::vec3>& positions, Fans& fans) {
  fans.middle = middle_of(areas, positions);
  fans.fans.assign(areas.size(), glm::vec4(0.0f));
  const glm::vec3 middle(fans.middle);
  for (std::size_t t = 0; t < graph.triangles.size(); t += 3) {
    const std::uint32_t* corner = &graph.triangles[t];
    const glm::vec3& a = positions[corner[0]];
    const glm::vec3 normal = glm::cross(positions[corner[1]] - a, positions[corner[2]] - a);
    const glm::vec4 triangle(normal, glm::dot(a - middle, normal));
    for (int k = 0; k < 3; ++k) fans.fans[corner[k]] += triangle;
  }
  fans.middle = glm::dvec3(middle);
}

void add_cones(const Influences& influences, const Fans& fans, const std::vector<glm::vec3>& origins, double sign,
               std::vector<double>& volumes) {
  std::vector<glm::vec4> apexes(origins.size());  // dot(apex, fan) = S_v - (o_j - m) . N_v
  for (std::size_t j = 0; j < origins.size(); ++j) apexes[j] = glm::vec4(glm::vec3(fans.middle) - origins[j], 1.0f);
  for (std::size_t v = 0; v < fans.fans.size(); ++v) {
    for (std::uint32_t k = influences.row_begin(v); k < influences.row_end(v); ++k) {
      const std::uint32_t j = influences.joint[k];
      volumes[j] += sign / 18.0 * double(influences.weight[k] * glm::dot(apexes[j], fans.fans[v]));
    }
  }
}

void add_areas(const Influences& influences, const std::vector<float>& areas, std::vector<double>& joint_areas) {
  for (std::size_t v = 0; v < areas.size(); ++v) {
    for (std::uint32_t k = influences.row_begin(v); k < influences.row_end(v); ++k) {
      joint_areas[influences.joint[k]] += double(influences.weight[k] * areas[v]);
    }
  }
}

double volume_ratio(double now, double bind, double area) {
  if (!(std::abs(bind) > kLeastFullness * std::pow(area, 1.5))) return std::numeric_limits<double>::quiet_NaN();
  return now / bind;
}

}  // namespace marrow
