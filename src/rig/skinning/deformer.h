// The deformer deforms every mesh of a scene, for editor, reports and pictures. It binds
// (find_joints, weights) only when the bind side or a mesh changed, and computes matrices outside
// of the vertex loop.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "rig/body/bone_field.h"
#include "rig/engine.h"
#include "rig/implementations.h"
#include "rig/rig.h"
#include "rig/skinning/capsule_settings.h"
#include "rig/skinning/painted_rows.h"
#include "scene/scene.h"

namespace marrow {

class Body;
struct BodyMeasured;
struct BodyMesh;
struct BodyRequest;
class DeltaMush;
struct WeldedMesh;

/// Matrices of one skeleton, in skeleton space, one per joint.
struct PosedSkeleton {
  Id node = kNoId;
  glm::mat4 world_from_skeleton{1.0f};  ///< S
  std::vector<glm::mat4> bind;          ///< B
  std::vector<glm::mat4> posed;         ///< W
  std::vector<glm::mat4> skinning;      ///< T
  /// Vertices, of all bound meshes, whose list has the joint.
  std::vector<std::uint32_t> captured;
};

/// A mesh in its present pose. Vertices are skinned on demand, once per pose.
struct DeformedMesh : BoundMesh {
  DeformedMesh();
  DeformedMesh(DeformedMesh&& other) noexcept;
  DeformedMesh& operator=(DeformedMesh&& other) noexcept;
  ~DeformedMesh();

  Id node = kNoId;
  Id skeleton = kNoId;                ///< node of the skeleton that deforms it; kNoId: rigid
  glm::mat4 world_from_output{1.0f};  ///< S for a bound mesh, M for a rigid one
  std::vector<glm::mat4> skinning;    ///< T, one per joint of the skeleton; empty for a rigid mesh
  // Revisions are unique among all deformers.
  /// Changes with the surface or the vertex count (upload everything).
  std::uint64_t shape_revision = 0;
  std::uint64_t order_revision = 0;  ///< changes when order() did
  /// Changes with the influences, but not for an edited radius that affects no vertex.
  std::uint64_t bind_revision = 0;
  std::uint64_t rest_revision = 0;     ///< changes when rest_positions() or rest_normals() did
  std::uint64_t centers_revision = 0;  ///< changes when centers did
  std::uint64_t pose_revision = 0;     ///< changes when positions or normals did

  /// v' and n', one per shading vertex (the first V are the source vertices), in the space of
  /// world_from_output; unit normals. References hold until the next update().
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
  /// The surface for the contract's delta_mush; kept until shape or rows change.
  const WeldedMesh& welded();
  /// Applies delta mush to the result of linear blending.
  void mush(std::vector<glm::vec3>& positions, std::vector<glm::vec3>& normals) const;
  void set_rows(RowsWritten written);  ///< changes bind_revision
  /// Swaps them with the old ones.
  void set_skinned(std::vector<glm::vec3>& positions, std::vector<glm::vec3>& normals);

  /// nullptr: the contract's functions wrote skinned_, or the mesh is rigid.
  std::unique_ptr<Engine> engine_;
  std::vector<std::uint32_t> order_;  ///< without an engine: 0, 1, 2, ...
  PaintedRows painted_;
  mutable Skinned skinned_;
  /// Data of mush(), kept while the blend is delta mush.
  struct Mush {
    std::unique_ptr<DeltaMush> of;
    std::uint64_t shape_revision = 0, rest_revision = 0;
  };
  mutable Mush mush_;
  std::unique_ptr<WeldedMesh> welded_;
  std::uint64_t welded_shape_revision_ = 0, welded_bind_revision_ = 0;
  /// bind_revision that the centers were computed for; 0: not computed.
  std::uint64_t centers_of_rows_ = 0;
  bool centers_wait_ = false;  ///< see Deformer::set_hurried()
  /// The rows that the last few binds wrote, oldest first, up to bind_revision. A bind that wrote
  /// all rows empties the list.
  struct RowChange {
    std::uint64_t before = 0;  ///< bind_revision
    std::vector<std::uint32_t> vertices;
  };
  std::vector<RowChange> row_changes_;
};

/// When update() calls the contract's functions.
enum class Evaluate {
  /// posed_matrices, skinning_matrices and skin() at each update, for functions that are still
  /// being written; lists and weights only when the bind side changed.
  each_time,
  when_changed,  ///< each function only when its arguments changed
};

/// Distances through the body, for a skeleton with Metric::body.
struct MeasuredBody {
  std::shared_ptr<const Body> body;
  std::vector<Id> meshes;  ///< nodes, one per part of the body
  BoneFields fields;       ///< one per joint
  /// The fields of the previous radii; their reach may be longer.
  BoneFields before;
  std::vector<Bone> bones;
  std::vector<Radii> radii;    ///< the fields were computed for these
  std::uint64_t revision = 0;  ///< changes when a distance may have
  bool waits = false;          ///< see Deformer::set_hurried(), set_synchronous_work_limit()

  std::size_t part_of(Id mesh) const;  ///< precondition: `mesh` is one of `meshes`
};

class Deformer {
 public:
  /// The student's and the textbook's functions are evaluated each time. `fast` uses the engine, if
  /// there is one: it rewrites only rows of changed capsules and skins vertices on demand.
  explicit Deformer(Backend backend = Backend::fast);
  /// For any implementation: a planted mistake, a side of a comparison. `tasks` must outlive the
  /// deformer.
  explicit Deformer(const Tasks& tasks, Evaluate evaluate = Evaluate::when_changed);
  /// The fast engine if `tasks` is its implementation, otherwise a deformer for `tasks`.
  static Deformer with(const Tasks& tasks) {
    return &tasks == &tasks_of(Backend::fast) ? Deformer(Backend::fast) : Deformer(tasks);
  }

  /// Updates everything that changed since the last call, compared by value, so that nothing is
  /// ever stale. Precondition: why_invalid(scene) is empty. A result of wrong size is replaced by a
  /// harmless one (rest, uncovered), and problems() names the function.
  void update(const Scene& scene);

  const std::vector<PosedSkeleton>& skeletons() const { return skeletons_; }  ///< in node order
  const std::vector<DeformedMesh>& meshes() const { return meshes_; }         ///< in node order
  const PosedSkeleton* skeleton(Id node) const;
  const DeformedMesh* mesh(Id node) const;
  /// nullptr if the skeleton's metric is straight, if it has no mesh that uses capsules, or while
  /// its body is deferred.
  const MeasuredBody* body(Id skeleton) const;
  /// Set it during drags. While it is set, a body that would have to be measured again is deferred
  /// and its skeleton's distances are straight; centers of rotation whose rows changed are deferred
  /// and the mesh's blend is linear.
  void set_hurried(bool is_hurried) { is_hurried_ = is_hurried; }
  static constexpr std::uint64_t kMeasuresAll = std::numeric_limits<std::uint64_t>::max();
  /// For windows: also defers a body whose measuring is more work than this (BodyRequest::work()),
  /// until set_measured_body() delivers it.
  void set_synchronous_work_limit(std::uint64_t work) { synchronous_work_limit_ = work; }
  /// Bodies that the last update() deferred because of that limit (not because of a drag).
  const std::vector<std::shared_ptr<const BodyRequest>>& body_requests() const {
    return body_requests_;
  }
  /// Delivers a body measured elsewhere; the next update() uses it if it is still needed.
  void set_measured_body(std::shared_ptr<const BodyRequest> request, BodyMeasured measured);
  bool measures_straight_meanwhile() const;  ///< a body is deferred
  bool blends_linearly_meanwhile() const;    ///< centers are deferred
  const std::vector<std::string>& problems() const { return problems_; }
  const Tasks& tasks() const { return *tasks_; }

  /// Lets the engine do deferred work that speeds up later poses; do not call it during a drag.
  /// True if an order() changed.
  bool reorder();

  /// Milliseconds of the last update() that bound or posed something, and of skinning since then.
  struct Cost {
    double bind_ms = 0.0;  ///< lists, weights, counts
    double kinematics_ms = 0.0;
    double skin_ms = 0.0;  ///< morph targets too
  };
  Cost last_cost() const;

 private:
  /// The bind side of one joint without its radius, by value.
  struct JointSource {
    Id id;
    int parent;
    glm::mat4 bind_local;
    glm::vec3 extent;
    bool is_of(const Joint& joint) const {
      return id == joint.id && parent == joint.parent && bind_local == joint.bind_local &&
             extent == joint.extent;
    }
  };
  /// The input of a PosedSkeleton, and the problems found.
  struct SkeletonSource {
    std::vector<JointSource> bones;
    CapsuleSettings capsules;
    std::vector<glm::mat4> user_locals;
    std::uint64_t revision = 0;  ///< changes with the bones
    std::vector<std::string> bind_problems, pose_problems;
    bool has_bones_of(const Skeleton& skeleton) const;
    bool has_pose_of(const Skeleton& skeleton) const;
    void take_bones(const Skeleton& skeleton);
    void take_pose(const Skeleton& skeleton);
  };
  /// The input of a DeformedMesh, and the problems found.
  struct MeshSource {
    Id skeleton = kNoId;
    std::uint64_t skeleton_revision = 0;
    glm::mat4 skeleton_from_mesh{1.0f};  ///< S^-1 M
    bool explicit_weights = false;
    CapsuleSettings capsules;         ///< empty with explicit weights
    std::uint64_t body_revision = 0;  ///< of the skeleton's MeasuredBody; 0: straight
    std::shared_ptr<const TouchUps> touch_ups;
    float touch_up_strength = 0.0f;    ///< 0: no touch-ups
    std::vector<float> morph_weights;  ///< active_morph_weights()
    /// False until the first bind (of a rigid mesh: until it is placed).
    bool is_bound = false;
    bool is_skinned = false;  ///< false after each bind
    std::vector<std::string> bind_problems, skin_problems;
    bool has_same_bind_side(const MeshSource& other) const;  ///< apart from touch-ups
    bool has_same_touch_ups(const MeshSource& other) const;
    /// True if the bind positions are those that `other` needs.
    bool has_vertices_for(const MeshSource& other) const;
  };

  /// Surfaces of the first `seen` meshes of this update; several nodes may share a mesh.
  struct Surfaces {
    std::size_t seen = 0;
    std::unordered_map<const Mesh*, std::shared_ptr<const Surface>> of;
  };
  using Places = std::unordered_map<Id, std::size_t>;  ///< by node

  void update_skeletons(const Scene& scene, const std::vector<glm::mat4>& worlds);
  void update_meshes(const Scene& scene, const std::vector<glm::mat4>& worlds);
  void update_bodies(const Scene& scene, const std::vector<glm::mat4>& worlds);
  bool defers_body(const MeasuredBody& its, BodyRequest request);
  void update_body(const Skeleton& skeleton, const PosedSkeleton& posed,
                   const std::vector<BodyMesh>& parts, std::vector<Id> meshes);
  void pose(const Skeleton& skeleton, PosedSkeleton& posed, SkeletonSource& source);
  void take_mesh(const Node& node, Surfaces& surfaces, DeformedMesh& mesh, MeshSource& source);
  void keep_order(DeformedMesh& mesh);
  void place_rigid(const Node& node, DeformedMesh& mesh, MeshSource& source);
  void bind_rigid(DeformedMesh& mesh);
  void morph(const glm::mat4& to_from_mesh, DeformedMesh& mesh, const MeshSource& source);
  void take_rest(const MeshSource& now, bool has_new_vertices, DeformedMesh& mesh,
                 MeshSource& source);
  bool bind(const Skeleton& skeleton, const PosedSkeleton& posed, MeshSource now,
            DeformedMesh& mesh, MeshSource& source);
  bool bind_own_rows(const Skeleton& skeleton, const PosedSkeleton& posed, bool has_new_vertices,
                     const MeshSource& before, DeformedMesh& mesh, MeshSource& source,
                     RowsWritten& written);
  std::vector<std::uint32_t> apply_touch_ups(const Skeleton& skeleton, const PosedSkeleton& posed,
                                             const MeshSource& source, DeformedMesh& mesh);
  void add_painted(std::vector<std::uint32_t> painted, DeformedMesh& mesh, RowsWritten& written);
  void bind_by_tasks(const Skeleton& skeleton, const PosedSkeleton& posed, DeformedMesh& mesh,
                     MeshSource& source);
  bool bind_by_engine(const Skeleton& skeleton, const PosedSkeleton& posed, bool has_new_vertices,
                      DeformedMesh& mesh, const MeshSource& source, RowsWritten& written);
  void skin(const PosedSkeleton& posed, Blend blend, bool has_new_rows, DeformedMesh& mesh,
            MeshSource& source);
  void skin_by_tasks(DeformedMesh& mesh, MeshSource& source);
  Blend blend_for_now(Blend blend, DeformedMesh& mesh);
  void bind_by_fields(const Skeleton& skeleton, bool has_new_vertices, const MeshSource& before,
                      DeformedMesh& mesh, MeshSource& source, RowsWritten& written);
  bool reorder(DeformedMesh& mesh);
  void count_captured();
  void collect_problems();

  const Tasks* tasks_;
  Evaluate evaluate_;
  bool uses_engine_ = false;
  bool is_hurried_ = false;
  std::uint64_t synchronous_work_limit_ = kMeasuresAll;
  std::vector<std::shared_ptr<const BodyRequest>> body_requests_;
  // From set_measured_body().
  std::shared_ptr<const BodyRequest> delivered_request_;
  std::shared_ptr<const BodyMeasured> delivered_body_;
  bool has_changes_ = false;  ///< this update bound or posed something
  std::vector<PosedSkeleton> skeletons_;
  std::vector<SkeletonSource> skeleton_sources_;  ///< parallel to skeletons_
  Places skeleton_places_, mesh_places_;
  std::vector<DeformedMesh> meshes_;
  std::vector<MeshSource> mesh_sources_;         ///< parallel to meshes_
  std::unordered_map<Id, MeasuredBody> bodies_;  ///< by skeleton
  std::vector<glm::vec3> new_positions_, new_normals_;
  std::vector<std::string> problems_;
  Cost cost_;
};

/// In world space. Fast if world_from_output does not rotate.
Bounds world_bounds(const DeformedMesh& mesh);

/// World-space bounds of all posed meshes; of the joints if there is no mesh.
Bounds world_bounds(const Deformer& deformer, const Scene& scene);

}  // namespace marrow
