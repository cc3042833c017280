// Vertices at the mirror images of other vertices, at rest.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "scene/mesh.h"

namespace marrow {

/// A plane perpendicular to an axis.
struct MirrorPlane {
  int axis = 0;
  float offset = 0.0f;
  glm::vec3 image(glm::vec3 point) const {
    point[axis] = 2.0f * offset - point[axis];
    return point;
  }
};

/// A vertex and its counterpart `of` on the other side.
struct Twin {
  std::uint32_t vertex = 0, of = 0;
};

/// Finds the vertices whose mirror image has a given vertex as its nearest vertex. On a mesh that
/// is symmetric to the bit these are the exact twins. Keeps the region searched last, because the
/// next vertices are mostly nearby.
class TwinFinder {
 public:
  explicit TwinFinder(const MirrorPlane& plane) : plane_(plane) {}
  /// Twins of these vertices (ascending), sorted by Twin::of in their order, then by vertex.
  /// `positions`, of all vertices, must be the same at each call.
  std::vector<Twin> twins_of(std::span<const std::uint32_t> vertices,
                             std::span<const glm::vec3> positions);

 private:
  /// A vertex whose image is in the region.
  struct Other {
    std::uint32_t vertex = 0;
    bool is_matched = false;
    std::uint32_t next = 0;  ///< in there_: next one with this nearest vertex, or kNoIndex
  };

  void look_around(const Bounds& bounds, std::span<const glm::vec3> positions);
  void match(const Bounds& bounds, std::span<const glm::vec3> positions);

  MirrorPlane plane_;
  float reach_ = -1.0f;              ///< largest distance of a twin from its image; < 0: unknown
  Bounds region_;                    ///< searched last
  std::vector<std::uint32_t> here_;  ///< vertices in the region, ascending
  /// One per entry of here_: index into there_, or kNoIndex.
  std::vector<std::uint32_t> first_twin_;
  std::vector<Other> there_;  ///< ascending
};

}  // namespace marrow
