// The vertices at the mirror image of others, at rest.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "scene/mesh.h"

namespace marrow {

/// A plane across an axis.
struct MirrorPlane {
  int axis = 0;
  float offset = 0.0f;
  glm::vec3 image(glm::vec3 point) const {
    point[axis] = 2.0f * offset - point[axis];
    return point;
  }
};

/// A vertex and the one at its mirror image.
struct Twin {
  std::uint32_t vertex = 0, of = 0;
};

/// Finds the vertices whose image's nearest vertex is one of some. On a mesh that is symmetric to
/// the bit that is their twin. What it looks through is kept, as the next ones mostly are near.
class TwinFinder {
 public:
  explicit TwinFinder(const MirrorPlane& plane) : plane_(plane) {}
  /// Of these vertices (ascending). Ascending by vertex. The positions, of all vertices, are the
  /// same at each call.
  std::vector<Twin> twins_of(std::span<const std::uint32_t> vertices,
                             std::span<const glm::vec3> positions);

 private:
  void look_around(const Bounds& bounds, std::span<const glm::vec3> positions);

  MirrorPlane plane_;
  float reach_ = -1.0f;  ///< how far from its image a twin may be; not known yet
  Bounds region_;        ///< that was looked through
  std::vector<std::uint32_t> here_, there_;  ///< vertices in it, and whose image is; ascending
};

}  // namespace marrow
