// Delta mush: what linear blending made is smoothed, and the rest pose's detail is put back in the
// frames of the smooth surface (Mancewicz, Derksen, Rijpkema, Wilson 2014).
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
  /// After rows changed.
  void take_rows(const BoundMesh& mesh);

 private:
  Connectivity graph_;
};

/// Of one mesh at rest.
class DeltaMush {
 public:
  static constexpr int kSteps = 10;  ///< of smoothing

  explicit DeltaMush(const BoundMesh& mesh);

  /// Takes rest_positions(), rest_normals() and which vertices have rows. Must precede apply().
  void take_rest(const BoundMesh& mesh);
  /// True if take_rest() would find the same vertices without rows.
  bool has_rows_of(const BoundMesh& mesh) const;

  /// Changes what linear blending made of the shading vertices. A vertex that no joint moves, that
  /// has no neighbour or that would not be finite stays.
  void apply(std::vector<glm::vec3>& positions, std::vector<glm::vec3>& normals) const;

 private:
  using Points = std::vector<glm::vec3>;
  /// Representatives' positions after all steps; others are not set.
  Points smoothed(const Points& positions) const;
  /// Normal, tangent and binormal at a representative; the identity where they are not defined.
  glm::mat3 frame(const Points& smooth, std::uint32_t vertex) const;
  bool moves(std::uint32_t vertex) const;

  Connectivity graph_;
  std::vector<std::uint32_t> source_;  ///< of each shading vertex
  /// The other two corners of each triangle around a representative, in order.
  std::vector<std::uint32_t> corner_begin_, corners_;
  std::vector<std::uint8_t> has_row_;  ///< one per source vertex
  Points details_;                     ///< one per source vertex, in its representative's frame
  Points normals_;                     ///< one per shading vertex, likewise
};

}  // namespace marrow
