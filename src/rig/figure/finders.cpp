#include "rig/figure/finders.h"

namespace marrow {

std::vector<Shell> seen_from(const FigureFrame& frame, std::vector<Shell> shells) {
  for (Shell& shell : shells)
    for (glm::vec3& position : shell.positions) position = frame.to_figure(position);
  return shells;
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
  for (glm::vec3* axis : {&markers.up, &markers.front}) *axis = glm::vec3(frame.turned(*axis));
  markers.height = float(frame.height);
  for (MarkerPlace& place : markers.places) place.position = frame.to_world(place.position);
}

}  // namespace marrow
