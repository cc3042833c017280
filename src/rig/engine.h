// The interface of an engine, which updates rows, counts and skinned vertices of a bound mesh with
// as little work as a change needs. rig/fast implements it. In a handout there is no engine and the
// deformer calls the contract's functions.
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
  /// histogram[k]: number of vertices with k influences; its last entry is not 0.
  std::vector<std::uint32_t> histogram;
};

/// Which joints hold which vertices, with counts.
struct BoundRows {
  /// One row per shading vertex, first the V source vertices; copies share their source's row.
  Influences influences;
  Coverage coverage;  ///< of the V source vertices; all covered for a rigid mesh
  /// One per joint: how many source vertices it holds; empty for a rigid mesh.
  std::vector<std::uint32_t> captured;
};

/// Marks a vertex that has no center of rotation (rig/skinning/centers.h).
inline constexpr glm::vec3 kNoCenter{std::numeric_limits<float>::quiet_NaN()};

/// The center of rotation at rest; the rest position for a vertex without one.
inline const glm::vec3& center_or(const glm::vec3& center, const glm::vec3& rest) {
  return std::isnan(center.x) ? rest : center;
}

/// A mesh in the space of its skeleton, with the rows and the blend that move it.
struct BoundMesh : BoundRows {
  Blend blend = Blend::linear;
  std::shared_ptr<const Mesh> mesh;
  std::shared_ptr<const Surface> surface;
  /// One per shading vertex: S^-1 M v (skeleton space), or v for a rigid mesh.
  std::vector<glm::vec3> bind_positions;
  std::vector<glm::vec3> bind_normals;  ///< unit length, or zero where the mesh determines none
  /// bind_positions and bind_normals moved by morph targets (scene/morph.h); empty if none is
  /// active.
  std::vector<glm::vec3> morphed_positions, morphed_normals;
  /// One center of rotation per shading vertex, like bind_positions, or kNoCenter. Read by
  /// Blend::centers only; under other blends the entries may be missing or out of date.
  std::vector<glm::vec3> centers;

  /// Positions as skin() reads them. Lists, distances and weights use bind_positions instead: they
  /// ignore morph targets.
  const std::vector<glm::vec3>& rest_positions() const {
    return morphed_positions.empty() ? bind_positions : morphed_positions;
  }
  const std::vector<glm::vec3>& rest_normals() const {
    return morphed_positions.empty() ? bind_normals : morphed_normals;
  }
};

/// Destination of skinned vertices, possibly GPU memory: two arrays, three floats per vertex.
struct VertexTarget {
  float* positions = nullptr;
  float* normals = nullptr;
};

/// Rows that a bind wrote: all of them, or only those of the listed shading vertices.
struct RowsWritten {
  bool is_all = false;
  std::vector<std::uint32_t> vertices;
};

/// An engine belongs to one BoundMesh, which its owner passes to each call.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Reads new vertices of the mesh and drops all data about old ones. Must precede the first bind.
  virtual void take_vertices(const BoundMesh& mesh) = 0;

  /// Reads vertices moved by morph targets, after a bind. Rows and order() stay.
  virtual void take_rest(const BoundMesh& mesh) = 0;

  /// Sets rows and counts to those of the skeleton's capsules (rig.h: find_joints; weights by the
  /// skeleton's falloff). `bind` is B. Rows of the last call must be unchanged: only rows that a
  /// changed capsule affects are written, and `written` lists them. False if none was written.
  virtual bool bind_capsules(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                             BoundMesh& mesh, RowsWritten& written) = 0;

  /// Reads rows that do not come from capsules (explicit weights).
  virtual void take_rows(const BoundMesh& mesh) = 0;

  /// Reads mesh.centers, if mesh.blend needs them and something changed since the last call. Call
  /// it before skinning by Blend::centers, after each bind, take_...() and reorder().
  virtual void take_centers(const BoundMesh& mesh) = 0;

  /// Reads new rows of these source vertices (ascending, no duplicates). Returns the shading
  /// vertices with new rows, ascending.
  virtual std::vector<std::uint32_t> take_changed_rows(
      const BoundMesh& mesh, const std::vector<std::uint32_t>& vertices) = 0;

  /// order()[n] is the shading vertex that skin() writes n-th. Only take_vertices() and reorder()
  /// change it.
  virtual const std::vector<std::uint32_t>& order() const = 0;

  /// Writes v' and n' of all shading vertices (rig.h: skin, or the formula of mesh.blend) in
  /// order(); returns the bounds of v'. `skinning` is T, one per joint. A result depends only on
  /// the vertex's row, rest position, center and T, not on order, earlier binds or threads. A
  /// vertex whose result is not finite stays at its rest position.
  virtual Bounds skin(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning,
                      const VertexTarget& target) const = 0;

  /// As skin(), but output n is shading vertex n. Outputs are resized.
  virtual Bounds skin_by_vertex(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning,
                                std::vector<glm::vec3>& positions,
                                std::vector<glm::vec3>& normals) const = 0;

  /// Updates the result of skin_by_vertex() from the matrices `before` to `skinning`. Skins the
  /// vertices of joints whose T changed, the vertices of `changed` (whose rows may be new), and
  /// possibly vertices next to them. Rest positions, mesh.blend and, under Blend::centers, centers
  /// must be unchanged.
  virtual void skin_changes(const BoundMesh& mesh, const std::vector<glm::mat4>& before,
                            const std::vector<glm::mat4>& skinning,
                            const std::vector<std::uint32_t>& changed,
                            std::vector<glm::vec3>& positions,
                            std::vector<glm::vec3>& normals) const = 0;

  /// The bounds that skin() would return; writes nothing.
  virtual Bounds bounds(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning) const = 0;

  /// Sorts the vertices again if enough rows changed for skin() to gain by it. Much slower than
  /// skin(): do not call it while a radius is dragged. True if order() changed.
  virtual bool reorder(const BoundMesh& mesh) = 0;
};

/// nullptr in a handout.
std::unique_ptr<Engine> make_engine();

inline constexpr int kMushSteps = 10;  ///< steps of smoothing under Blend::delta_mush

/// Delta mush of one mesh.
class MushEngine {
 public:
  virtual ~MushEngine() = default;
  /// Reads rest_positions(), rest_normals() and which vertices have rows. Must precede apply().
  virtual void take_rest(const BoundMesh& mesh) = 0;
  /// True if the same vertices have rows as at the last take_rest().
  virtual bool has_rows_of(const BoundMesh& mesh) const = 0;
  /// Changes shading vertices in place, from the result of linear blending. A vertex stays if no
  /// joint moves it, if it has no neighbor, or if its result is not finite.
  virtual void apply(std::vector<glm::vec3>& positions, std::vector<glm::vec3>& normals) const = 0;
};

/// nullptr in a handout.
std::unique_ptr<MushEngine> make_mush_engine(const BoundMesh& mesh);

}  // namespace marrow
