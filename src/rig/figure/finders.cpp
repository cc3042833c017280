#include "rig/figure/finders.h"

#include <algorithm>
#include <utility>

namespace marrow {

FigureFrame box_frame(const std::vector<Shell>& shells) {
  Bounds box;
  for (const Shell& shell : shells)
    for (const std::uint32_t v : shell.triangles) box.add(shell.positions[v]);
  FigureFrame frame;
  const glm::dvec3 size(box.high - box.low);
  frame.height = std::max({size.x, size.y, size.z});
  frame.origin = glm::dvec3(box.low);
  return frame;
}

std::vector<Shell> seen_from(const FigureFrame& frame, std::vector<Shell> shells) {
  for (Shell& shell : shells)
    for (glm::vec3& position : shell.positions) position = frame.to_figure(position);
  return shells;
}

std::optional<FigureInside> inside_of(const FigureFrame& frame, std::vector<Shell> shells,
                                      double widest, double deepest, const Checkpoint& checkpoint) {
  constexpr double kLevels = 120.0, kMostCells = 6e6;
  Bounds box;
  shells = seen_from(frame, std::move(shells));
  for (const Shell& shell : shells)
    for (const std::uint32_t v : shell.triangles) box.add(shell.positions[v]);
  const glm::dvec3 size(box.high - box.low);
  if (size.x > widest || size.z > deepest) return std::nullopt;
  const double most = (size.x * kLevels + 1) * (size.y * kLevels + 1) * (size.z * kLevels + 1);
  FigureCells cells(shells, std::size_t(std::min(most, kMostCells)), checkpoint);
  return FigureInside{std::move(shells), box, std::move(cells)};
}

void even_sides(FigureMarkers& markers, float near, std::size_t first) {
  const glm::vec3 image(-1.0f, 1.0f, 1.0f);
  bool are_near = true;
  for (std::size_t m = first; m < markers.places.size(); ++m)
    are_near &=
        !markers.is_left(m) ||
        glm::distance(markers[m].position, image * markers[markers.mirrored(m)].position) < near;
  for (std::size_t m = first; are_near && m < markers.places.size(); ++m) {
    if (!markers.is_left(m)) continue;
    glm::vec3 &left = markers[m].position, &right = markers[markers.mirrored(m)].position;
    left = 0.5f * (left + image * right);
    right = image * left;
  }
}

void leave_figure_space(FigureMarkers& markers, const FigureFrame& frame) {
  markers.up = glm::vec3(frame.up);
  markers.height = float(frame.height);
  for (MarkerPlace& place : markers.places) place.position = frame.to_world(place.position);
}

}  // namespace marrow
