// The axes of a figure in the world: up, left, front.
#pragma once

#include <vector>

#include "rig/body/solid.h"

namespace marrow {

/// Figure space: x to the figure's left, y up, z to the front; the plane of symmetry is x = 0, the
/// ground y = 0, the height 1.
struct FigureFrame {
  glm::dvec3 left{1.0, 0.0, 0.0}, up{0.0, 1.0, 0.0};  ///< unit vectors, perpendicular
  glm::dvec3 origin{0.0};                             ///< on the ground, in the plane of symmetry
  double height = 1.0;
  double symmetry = 0.0;  ///< share of the inside, weighted by depth, whose image is inside

  glm::dvec3 front() const { return glm::cross(left, up); }
  glm::vec3 to_figure(const glm::vec3& world) const {
    const glm::dvec3 from = (glm::dvec3(world) - origin) / height;
    return {glm::dot(from, left), glm::dot(from, up), glm::dot(from, front())};
  }
  /// Converts a direction from figure space to world space.
  glm::dvec3 turned(const glm::vec3& figure) const {
    return double(figure.x) * left + double(figure.y) * up + double(figure.z) * front();
  }
  glm::vec3 to_world(const glm::vec3& figure) const {
    return glm::vec3(origin + height * turned(figure));
  }
};

/// Frames to try, the likeliest first: upright along y, then along z, each with the best planes of
/// symmetry. Front and back may be exchanged.
std::vector<FigureFrame> figure_frames(const Solid& solid, const std::vector<Shell>& shells,
                                       const Checkpoint& checkpoint);

/// One per cell: the number of steps to the outside, 1 for an outermost cell.
std::vector<float> depths_of(const Solid& solid);

/// Share of these cells, by depth, that the plane dot(x, `normal`) = `offset` mirrors to the
/// inside.
double mirrored_share(const Solid& solid, const std::vector<float>& depth,
                      const std::vector<int>& cells, const glm::dvec3& normal, double offset);

/// Some cells, evenly spread.
std::vector<int> sample_cells(const Solid& solid, std::size_t most);

}  // namespace marrow
