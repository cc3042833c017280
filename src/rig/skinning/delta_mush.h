// Delta mush (Mancewicz, Derksen, Rijpkema, Wilson 2014): smooths the result of linear blending and
// adds the rest pose's detail back, in the frames of the smooth surface.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "rig/engine.h"
#include "rig/guarded.h"
#include "scene/connectivity.h"

namespace marrow {

/// The welded surface of a bound mesh.
struct WeldedMesh : guarded::WeldedSurface {
  explicit WeldedMesh(const BoundMesh& mesh);
  /// Call after rows changed.
  void take_rows(const BoundMesh& mesh);

 private:
  Connectivity graph_;
};

/// Delta mush of one mesh.
class DeltaMush {
 public:
  static constexpr int kSteps = 10;  ///< of smoothing

  explicit DeltaMush(const BoundMesh& mesh);

  /// Reads rest_positions(), rest_normals() and which vertices have rows. Must precede apply().
  void take_rest(const BoundMesh& mesh);
  /// True if the same vertices have rows as at the last take_rest().
  bool has_rows_of(const BoundMesh& mesh) const;

  /// Changes shading vertices in place, from the result of linear blending. A vertex stays if no
  /// joint moves it, if it has no neighbor, or if its result is not finite.
  void apply(std::vector<glm::vec3>& positions, std::vector<glm::vec3>& normals) const;

 private:
  using Points = std::vector<glm::vec3>;
  /// Positions of representatives after all steps; other entries are not set.
  Points smoothed(const Points& positions) const;
  /// Normal, tangent and binormal at a representative; the identity where they are undefined.
  glm::mat3 frame(const Points& smooth, std::uint32_t vertex) const;
  bool moves(std::uint32_t vertex) const;

  Connectivity graph_;
  std::vector<std::uint32_t> source_;  ///< one per shading vertex
  /// The other two corners of each triangle around a representative, in order.
  std::vector<std::uint32_t> corner_begin_, corners_;
  std::vector<std::uint8_t> has_row_;  ///< one per source vertex
  Points details_;                     ///< one per source vertex, in its representative's frame
  Points normals_;                     ///< one per shading vertex, in that frame too
};

}  // namespace marrow
