// What the deformer asks of an engine: a bound mesh whose rows, counts and skinned vertices are
// brought up to date with as little work as a change needs. rig/fast has the only one; in a handout
// there is none, and the deformer calls the functions it was handed instead.
#pragma once

#include <cstdint>
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

/// Who holds which vertex, and how many they are.
struct BoundRows {
  Influences influences;  ///< one row per shading vertex, the first V rows are the source
                          ///< vertices'; copies share theirs
  Coverage coverage;  ///< of the V source vertices; all covered for a rigid mesh
  std::vector<std::uint32_t>
      captured;  ///< one per joint: source vertices whose list holds it; none for a rigid mesh
};

/// A mesh, brought to its skeleton, and who holds it there.
struct BoundMesh : BoundRows {
  std::shared_ptr<const Mesh> mesh;
  std::shared_ptr<const Surface> surface;
  std::vector<glm::vec3>
      bind_positions;  ///< one per shading vertex: S^-1 M v (skeleton space), or v for a rigid mesh
  std::vector<glm::vec3> bind_normals;  ///< unit length, or zero where the mesh gives no hint
  /// The same with v and n moved by the mesh's morph targets (scene/morph.h); none where no target
  /// has a say.
  std::vector<glm::vec3> morphed_positions, morphed_normals;

  /// What skin() takes. Capsules know nothing of morph targets: lists, distances and weights are
  /// those of bind_positions.
  const std::vector<glm::vec3>& rest_positions() const {
    return morphed_positions.empty() ? bind_positions : morphed_positions;
  }
  const std::vector<glm::vec3>& rest_normals() const {
    return morphed_positions.empty() ? bind_normals : morphed_normals;
  }
};

/// Where skinned vertices are written: three floats per vertex each. May be memory that only the
/// GPU will read.
struct VertexTarget {
  float* positions = nullptr;
  float* normals = nullptr;
};

/// Which rows a bind wrote: all of them, or those of these shading vertices.
struct RowsWritten {
  bool is_all = false;
  std::vector<std::uint32_t> vertices;
};

/// Belongs to one BoundMesh, which its owner hands to each call.
class Engine {
 public:
  virtual ~Engine() = default;

  /// The mesh's vertices are new: nothing that is known about them holds. Comes before the first
  /// bind.
  virtual void take_vertices(const BoundMesh& mesh) = 0;

  /// Morph targets moved the vertices that skin() takes; rows and order() stay. After a bind.
  virtual void take_rest(const BoundMesh& mesh) = 0;

  /// Makes rows and counts those of the skeleton's capsules (rig.h: find_joints; weights by the
  /// skeleton's falloff). `bind` is B. Rows of the last call must still stand there: only those
  /// that a changed capsule reaches are written; `written` says which. False when none had to be.
  virtual bool bind_capsules(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                             BoundMesh& mesh, RowsWritten& written) = 0;

  /// The rows came from elsewhere (explicit weights).
  virtual void take_rows(const BoundMesh& mesh) = 0;

  /// order()[n] is the shading vertex that stands n-th in what skin() writes. Changes when
  /// take_vertices() or settle() did it.
  virtual const std::vector<std::uint32_t>& order() const = 0;

  /// v' and n' of all shading vertices (rig.h: skin) in order(); returns the bounds of v'. T is
  /// `skinning`, one per joint. The numbers of a vertex depend on its row, its rest position and T
  /// alone: not on the order, nor on what was bound before, nor on the number of threads. Where
  /// they are not finite the vertex stays at its rest position.
  virtual Bounds skin(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning,
                      const VertexTarget& target) const = 0;

  /// The same numbers, one per shading vertex. Outputs are resized.
  virtual Bounds skin_by_vertex(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning,
                                std::vector<glm::vec3>& positions,
                                std::vector<glm::vec3>& normals) const = 0;

  /// Makes of what skin_by_vertex() wrote for the matrices `before` what it would write now. Only
  /// vertices that follow a joint whose T is another one, and those of `changed` (their rows may be
  /// others), are skinned, and some beside them. The rest positions are the same.
  virtual void skin_changes(const BoundMesh& mesh, const std::vector<glm::mat4>& before,
                            const std::vector<glm::mat4>& skinning,
                            const std::vector<std::uint32_t>& changed,
                            std::vector<glm::vec3>& positions,
                            std::vector<glm::vec3>& normals) const = 0;

  /// The bounds that skin() would return, without writing anything.
  virtual Bounds bounds(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning) const = 0;

  /// Lays the vertices out anew if so many rows changed since that skin() gains by it. It takes
  /// many times as long as skin(), so not while a radius is dragged. True when order() changed.
  virtual bool settle(const BoundMesh& mesh) = 0;
};

/// nullptr in a handout.
std::unique_ptr<Engine> make_engine();

}  // namespace marrow
