// The interface of an engine: it updates rows, counts and skinned vertices of a bound mesh with as
// little work as a change needs. rig/fast has the only one; in a handout the deformer calls the
// contract's functions instead.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "rig/rig.h"
#include "scene/mesh.h"

namespace marrow {

/// Coverage of one mesh by its skeleton's capsules (or by its explicit weights).
struct Coverage {
  std::uint32_t covered = 0;
  std::uint32_t uncovered = 0;
  std::vector<std::uint32_t>
      histogram;  ///< histogram[k]: vertices with k influences; its last entry is not 0
};

/// Which joints hold which vertices, and their counts.
struct BoundRows {
  Influences influences;  ///< one row per shading vertex, the first V rows are the source
                          ///< vertices'; copies share theirs
  Coverage coverage;      ///< of the V source vertices; all covered for a rigid mesh
  std::vector<std::uint32_t>
      captured;  ///< one per joint: source vertices whose list holds it; none for a rigid mesh
};

/// Marks a vertex without a center of its own (rig/skinning/centers.h).
inline constexpr glm::vec3 kNoCenter{std::numeric_limits<float>::quiet_NaN()};

/// The center that a vertex turns about, at rest: itself, if it has none.
inline const glm::vec3& center_or(const glm::vec3& center, const glm::vec3& rest) {
  return std::isnan(center.x) ? rest : center;
}

/// A mesh in the space of its skeleton, its rows, and how they move it.
struct BoundMesh : BoundRows {
  Blend blend = Blend::linear;
  std::shared_ptr<const Mesh> mesh;
  std::shared_ptr<const Surface> surface;
  std::vector<glm::vec3>
      bind_positions;  ///< one per shading vertex: S^-1 M v (skeleton space), or v for a rigid mesh
  std::vector<glm::vec3> bind_normals;  ///< unit length, or zero where the mesh determines none
  /// The same, moved by the mesh's morph targets (scene/morph.h); empty if none is active.
  std::vector<glm::vec3> morphed_positions, morphed_normals;
  /// One per shading vertex, like bind_positions, or kNoCenter. Blend::centers needs them; for
  /// other blends they may be of other rows, or missing.
  std::vector<glm::vec3> centers;

  /// The input of skin(). Lists, distances and weights ignore morph targets: they use
  /// bind_positions.
  const std::vector<glm::vec3>& rest_positions() const {
    return morphed_positions.empty() ? bind_positions : morphed_positions;
  }
  const std::vector<glm::vec3>& rest_normals() const {
    return morphed_positions.empty() ? bind_normals : morphed_normals;
  }
};

/// The destination of skinned vertices, perhaps GPU memory: two arrays with three floats per
/// vertex.
struct VertexTarget {
  float* positions = nullptr;
  float* normals = nullptr;
};

/// The rows that a bind wrote: all of them, or those of these shading vertices.
struct RowsWritten {
  bool is_all = false;
  std::vector<std::uint32_t> vertices;
};

/// An engine belongs to one BoundMesh, which its owner passes to each call.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Takes new vertices of the mesh and drops all data about old ones. Must precede the first bind.
  virtual void take_vertices(const BoundMesh& mesh) = 0;

  /// Takes vertices moved by morph targets, after a bind. Rows and order() stay.
  virtual void take_rest(const BoundMesh& mesh) = 0;

  /// Sets rows and counts to those of the skeleton's capsules (rig.h: find_joints; weights by the
  /// skeleton's falloff). `bind` is B. The last call's rows must be unchanged: only rows that a
  /// changed capsule affects are written, and listed in `written`. False if none.
  virtual bool bind_capsules(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                             BoundMesh& mesh, RowsWritten& written) = 0;

  /// Takes rows that do not come from capsules (explicit weights).
  virtual void take_rows(const BoundMesh& mesh) = 0;

  /// Takes mesh.centers, if mesh.blend needs them and something changed since it did. Precedes
  /// skinning by Blend::centers after each bind, take_...() and reorder().
  virtual void take_centers(const BoundMesh& mesh) = 0;

  /// The rows of these source vertices (ascending, none twice) are new, too. Returns the shading
  /// vertices with new rows, ascending.
  virtual std::vector<std::uint32_t> take_changed_rows(
      const BoundMesh& mesh, const std::vector<std::uint32_t>& vertices) = 0;

  /// order()[n] is the shading vertex that skin() writes n-th. Only take_vertices() and reorder()
  /// change it.
  virtual const std::vector<std::uint32_t>& order() const = 0;

  /// Writes v' and n' of all shading vertices (rig.h: skin, or what mesh.blend says) in order();
  /// returns the bounds of v'. `skinning` is T, one per joint. A vertex's result depends on its
  /// row, rest position, center and T alone, not on order, earlier binds or threads. If it is not
  /// finite, the vertex stays at its rest position.
  virtual Bounds skin(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning,
                      const VertexTarget& target) const = 0;

  /// The same numbers in the order of the shading vertices, one per vertex. Outputs are resized.
  virtual Bounds skin_by_vertex(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning,
                                std::vector<glm::vec3>& positions,
                                std::vector<glm::vec3>& normals) const = 0;

  /// Updates the result of skin_by_vertex() from the matrices `before` to `skinning`. Skins
  /// vertices of joints whose T changed, those of `changed` (perhaps with new rows), and some
  /// beside them. Rest positions, mesh.blend and, where it needs them, centers must be unchanged.
  virtual void skin_changes(const BoundMesh& mesh, const std::vector<glm::mat4>& before,
                            const std::vector<glm::mat4>& skinning,
                            const std::vector<std::uint32_t>& changed,
                            std::vector<glm::vec3>& positions,
                            std::vector<glm::vec3>& normals) const = 0;

  /// The bounds that skin() would return, without writing anything.
  virtual Bounds bounds(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning) const = 0;

  /// Sorts the vertices again if so many rows changed that skin() gains by it. Takes many times as
  /// long as skin(): not for drags of a radius. True if order() changed.
  virtual bool reorder(const BoundMesh& mesh) = 0;
};

/// nullptr in a handout.
std::unique_ptr<Engine> make_engine();

}  // namespace marrow
