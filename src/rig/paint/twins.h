// The other side of a brush: the vertices at the mirror image of those under it, at rest.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace marrow {

/// How much of the brush a vertex gets: 1 in its middle, 0 at its rim.
struct BrushShare {
  std::uint32_t vertex = 0;
  float share = 0.0f;
  bool operator==(const BrushShare&) const = default;
};

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

/// The vertices whose image's nearest vertex is one of these (ascending). On a mesh that is
/// symmetric to the bit that is their twin; on another it is one within about an edge's length.
/// Ascending by vertex.
std::vector<Twin> twins_of(std::span<const std::uint32_t> vertices,
                           std::span<const glm::vec3> positions, const MirrorPlane& plane);

/// The mirror image of what is under a brush (ascending): twins have their shares. Ascending.
std::vector<BrushShare> mirrored_shares(std::span<const BrushShare> under,
                                        std::span<const glm::vec3> positions,
                                        const MirrorPlane& plane);

}  // namespace marrow
