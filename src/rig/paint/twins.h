// The vertices at the mirror image of others, at rest.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

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

/// How far from its image a vertex' twin may be: about two edges of an evenly cut mesh.
float twin_reach(std::span<const glm::vec3> positions);

/// The vertices whose image's nearest vertex, within `reach`, is one of these (ascending). On a
/// mesh that is symmetric to the bit that is their twin. Ascending by vertex.
std::vector<Twin> twins_of(std::span<const std::uint32_t> vertices,
                           std::span<const glm::vec3> positions, const MirrorPlane& plane,
                           float reach);

}  // namespace marrow
