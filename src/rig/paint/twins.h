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
/// the bit that is their twin. What was found is kept, as the next ones mostly are near.
class TwinFinder {
 public:
  explicit TwinFinder(const MirrorPlane& plane) : plane_(plane) {}
  /// Of these vertices (ascending). By Twin::of in their order, then by vertex. The positions, of
  /// all vertices, are the same at each call.
  std::vector<Twin> twins_of(std::span<const std::uint32_t> vertices,
                             std::span<const glm::vec3> positions);

 private:
  /// A vertex whose image is in the region.
  struct Other {
    std::uint32_t vertex = 0;
    bool is_matched = false;
    std::uint32_t next = 0;  ///< in there_, with the same nearest vertex; kNoIndex: the last one
  };

  void look_around(const Bounds& bounds, std::span<const glm::vec3> positions);
  void match(const Bounds& bounds, std::span<const glm::vec3> positions);

  MirrorPlane plane_;
  float reach_ = -1.0f;                    ///< how far from its image a twin may be; not known yet
  Bounds region_;                          ///< that was looked through
  std::vector<std::uint32_t> here_;        ///< vertices in it, ascending
  std::vector<std::uint32_t> first_twin_;  ///< of each: an index into there_, or kNoIndex
  std::vector<Other> there_;               ///< ascending
};

}  // namespace marrow
