// A posed skeleton and a deformed mesh: what a Deformer (deformer.h) keeps of a scene.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "rig/engine.h"
#include "rig/rig.h"
#include "rig/skinning/painted_rows.h"
#include "scene/scene.h"

namespace marrow {

struct PolarParts;

/// A number used once in the program, so that it identifies the deformer too.
inline std::uint64_t next_revision() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

/// Matrices of one skeleton, in skeleton space, one per joint.
struct PosedSkeleton {
  Id node = kNoId;
  glm::mat4 world_from_skeleton{1.0f};  ///< S
  std::vector<glm::mat4> bind;          ///< B
  std::vector<glm::mat4> posed;         ///< W
  std::vector<glm::mat4> skinning;      ///< T
  /// Number of vertices, of all bound meshes, whose list has the joint.
  std::vector<std::uint32_t> captured;
};

/// A mesh in its present pose, as a Deformer keeps it. Vertices are skinned on demand, once per
/// pose.
struct DeformedMesh : BoundMesh {
  Id node = kNoId;
  Id skeleton = kNoId;                ///< node of the skeleton that deforms it; kNoId: rigid
  glm::mat4 world_from_output{1.0f};  ///< S for a bound mesh, M for a rigid one
  std::vector<glm::mat4> skinning;    ///< T, one per joint of the skeleton; empty for a rigid mesh
  // Revisions are unique among all deformers.
  /// Changes with the surface or the vertex count (upload everything).
  std::uint64_t shape_revision = 0;
  std::uint64_t order_revision = 0;  ///< changes with order()
  /// Changes with the influences, but not for an edited radius that affects no vertex.
  std::uint64_t bind_revision = 0;
  std::uint64_t rest_revision = 0;     ///< changes with rest_positions() and rest_normals()
  std::uint64_t centers_revision = 0;  ///< changes with centers
  std::uint64_t pose_revision = 0;     ///< changes with positions() and normals()

  /// v' and n', one per shading vertex (the first V are the source vertices), in the space of
  /// world_from_output; unit normals. References are valid until the next update().
  const std::vector<glm::vec3>& positions() const {
    return is_rigid() ? rest_positions() : skinned().positions;
  }
  const std::vector<glm::vec3>& normals() const {
    return is_rigid() ? rest_normals() : skinned().normals;
  }
  Bounds bounds() const;  ///< of v'
  /// Shading vertices whose rows changed since bind_revision was `since`, possibly with duplicates.
  /// nullopt: any may have changed (too long ago, or another mesh).
  std::optional<std::vector<std::uint32_t>> rows_changed_since(std::uint64_t since) const;
  /// v' of these shading vertices, equal to positions() up to rounding. Fast for a few vertices of
  /// a large mesh.
  std::vector<glm::vec3> positions_of(const std::vector<std::uint32_t>& vertices) const;

  /// The drawing order: order()[n] is the shading vertex that write_vertices() writes n-th. Empty
  /// only for an empty mesh.
  const std::vector<std::uint32_t>& order() const;
  /// The effect of touch-ups on rows, and the rows below them.
  const PaintedRows& painted() const { return painted_; }
  /// Writes v' and n' of all shading vertices in order(), for example to GPU memory. Fastest if
  /// both arrays are aligned to 32 bytes.
  void write_vertices(const VertexTarget& target) const;
  /// Time spent so far on skinning the present pose.
  double skin_ms() const { return skinned_.milliseconds; }
  /// True if the engine alone deforms the mesh, so that its vertices follow by rig.h from rows,
  /// rest vertices, T and blend. Otherwise only positions() has them.
  bool has_engine() const { return engine_ != nullptr && blend != Blend::delta_mush; }

 private:
  friend class Deformer;
  friend class MeshBinder;
  friend class MeshSkinner;
  /// Results so far for the pose `revision`.
  struct Skinned {
    std::vector<glm::vec3> positions, normals;
    // Input of the engine's results.
    std::vector<glm::mat4> skinning;
    std::uint64_t bind_revision = 0, rest_revision = 0, centers_revision = 0;
    Blend blend = Blend::linear;
    Bounds bounds;
    std::uint64_t revision = 0, bounds_revision = 0;
    double milliseconds = 0.0;
  };
  bool is_rigid() const { return skeleton == kNoId; }
  const Skinned& skinned() const;
  void skin_all() const;
  bool skin_changes() const;
  /// Applies delta mush to the result of linear blending. Only with an engine_.
  void mush(std::vector<glm::vec3>& positions, std::vector<glm::vec3>& normals) const;
  /// Replaces the mesh; changes shape_revision.
  void take(std::shared_ptr<const Mesh> mesh, std::shared_ptr<const Surface> surface);
  void set_rows(RowsWritten written);  ///< changes bind_revision
  /// Swaps these vectors with the stored ones.
  void set_skinned(std::vector<glm::vec3>& positions, std::vector<glm::vec3>& normals);

  /// nullptr: the contract's functions wrote skinned_, or the mesh is rigid.
  std::unique_ptr<Engine> engine_;
  std::vector<std::uint32_t> order_;  ///< without an engine: 0, 1, 2, ...
  PaintedRows painted_;
  mutable Skinned skinned_;
  /// Data of mush(), kept while the blend is delta mush.
  struct Mush {
    std::unique_ptr<MushEngine> of;
    std::uint64_t shape_revision = 0, rest_revision = 0;
  };
  mutable Mush mush_;
  /// The rows that the last few binds wrote, oldest first, up to bind_revision. A bind that wrote
  /// all rows empties the list.
  struct RowChange {
    std::uint64_t before = 0;  ///< bind_revision before the change
    std::vector<std::uint32_t> vertices;
  };
  std::vector<RowChange> row_changes_;
};

/// World-space bounds of v'. Fast if world_from_output does not rotate.
Bounds world_bounds(const DeformedMesh& mesh);

/// The matrix by which the blend moves a rest vertex: under linear blending and delta mush, the
/// mean of its T. `motions`: polar_parts(skinning).
glm::dmat4 blended_matrix(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning,
                          const std::vector<PolarParts>& motions, std::size_t vertex);

}  // namespace marrow
