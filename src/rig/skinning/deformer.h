// The deformer: takes a scene, deforms every mesh, for editor, reports and pictures. Binds
// (find_joints, weights) only when the bind side or a mesh changed; computes matrices outside of
// the vertex loop.
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
  std::vector<std::uint32_t>
      captured;  ///< vertices (of all bound meshes) whose list holds the joint
};

/// A mesh as it is deformed now. Vertices are skinned when they are asked for, once per pose.
struct DeformedMesh : BoundMesh {
  DeformedMesh();
  DeformedMesh(DeformedMesh&& other) noexcept;
  DeformedMesh& operator=(DeformedMesh&& other) noexcept;
  ~DeformedMesh();

  Id node = kNoId;
  Id skeleton = kNoId;                ///< node of the skeleton that deforms it; kNoId: rigid
  glm::mat4 world_from_output{1.0f};  ///< S for a bound mesh, M for a rigid one
  std::vector<glm::mat4> skinning;    ///< T, one per joint of the skeleton; none for a rigid mesh
  // Revisions are unique among all deformers.
  std::uint64_t shape_revision =
      0;  ///< changes when surface or vertex count did (upload everything)
  std::uint64_t order_revision = 0;  ///< changes when order() did
  std::uint64_t bind_revision =
      0;  ///< changes when influences did (not with a radius edit that no vertex notices)
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
  /// None: possibly all (too long ago, or another mesh).
  std::optional<std::vector<std::uint32_t>> rows_changed_since(std::uint64_t since) const;
  /// v' of these shading vertices, up to rounding like positions(), but fast for a few of a large
  /// mesh.
  std::vector<glm::vec3> positions_of(const std::vector<std::uint32_t>& vertices) const;

  /// The drawing order: order()[n] is the shading vertex that write_vertices() writes n-th. Empty
  /// only for an empty mesh.
  const std::vector<std::uint32_t>& order() const;
  /// What touch-ups did to the rows, and the rows below them.
  const PaintedRows& painted() const { return painted_; }
  /// Writes v' and n' of all shading vertices in order(), for example to GPU memory. Fastest where
  /// both arrays are aligned to 32 bytes.
  void write_vertices(const VertexTarget& target) const;
  double skin_ms() const {
    return skinned_.milliseconds;
  }  ///< spent on skinning the present pose so far
  /// True if the engine alone deforms the mesh: its vertices follow from rows, rest vertices, T and
  /// blend by rig.h. Otherwise only positions() knows them.
  bool has_engine() const { return engine_ != nullptr && blend != Blend::delta_mush; }

 private:
  friend class Deformer;
  /// Results for the pose `revision` so far.
  struct Skinned {
    std::vector<glm::vec3> positions, normals;
    std::vector<glm::mat4> skinning;  ///< by the engine: the T that they were made with
    std::uint64_t bind_revision = 0, rest_revision = 0, centers_revision = 0;  ///< the same
    Blend blend = Blend::linear;                                               ///< the same
    Bounds bounds;
    std::uint64_t revision = 0, bounds_revision = 0;
    double milliseconds = 0.0;
  };
  bool is_rigid() const { return skeleton == kNoId; }
  const Skinned& skinned() const;
  void skin_all() const;
  bool skin_changes() const;
  /// The surface for the contract's delta_mush; kept while shape and rows stay.
  const WeldedMesh& welded();
  /// Delta mush of what linear blending made.
  void mush(std::vector<glm::vec3>& positions, std::vector<glm::vec3>& normals) const;
  void set_rows(RowsWritten written);  ///< changes bind_revision
  void set_skinned(std::vector<glm::vec3>& positions,
                   std::vector<glm::vec3>& normals);  ///< swaps them with the old ones

  std::unique_ptr<Engine> engine_;    ///< nullptr: skinned_ has the results of the contract's
                                      ///< functions, or the mesh is rigid
  std::vector<std::uint32_t> order_;  ///< without an engine: 0, 1, 2, ...
  PaintedRows painted_;
  mutable Skinned skinned_;
  /// What mush() needs, kept while the blend asks for it.
  struct Mush {
    std::unique_ptr<DeltaMush> of;
    std::uint64_t shape_revision = 0, rest_revision = 0;
  };
  mutable Mush mush_;
  std::unique_ptr<WeldedMesh> welded_;
  std::uint64_t welded_shape_revision_ = 0, welded_bind_revision_ = 0;  ///< revisions
  std::uint64_t centers_of_rows_ = 0;  ///< bind_revision that centers were made for; 0: none were
  bool centers_wait_ = false;          ///< see Deformer::set_hurried()
  /// The rows that the last few binds wrote, oldest first, up to bind_revision. Empty after a bind
  /// that wrote all rows.
  struct RowChange {
    std::uint64_t before = 0;  ///< bind_revision
    std::vector<std::uint32_t> vertices;
  };
  std::vector<RowChange> row_changes_;
};

/// When update() calls the contract's functions.
enum class Evaluate {
  /// posed_matrices, skinning_matrices and skin() at each update, for functions still being
  /// written; lists and weights when the bind side changed.
  each_time,
  when_changed,  ///< each function only when its arguments changed
};

/// What a skeleton whose metric leads through the body measures with.
struct MeasuredBody {
  std::shared_ptr<const Body> body;
  std::vector<Id> meshes;  ///< nodes, one per part of the body
  BoneFields fields;       ///< one per joint
  BoneFields before;       ///< those of the radii before, of a longer reach perhaps
  std::vector<Bone> bones;
  std::vector<Radii> radii;    ///< that the fields were asked for
  std::uint64_t revision = 0;  ///< changes when a distance may have
  bool waits = false;          ///< see Deformer::set_hurried() and set_synchronous_work_limit()

  std::size_t part_of(Id mesh) const;  ///< precondition: it is one of the meshes
};

class Deformer {
 public:
  /// Evaluates the student's and the textbook's functions each time. `fast` uses the engine, if
  /// there is one, which rewrites only rows of changed capsules and skins vertices on demand.
  explicit Deformer(Backend backend = Backend::fast);
  /// Another implementation: a planted mistake, a side of a comparison. `tasks` must outlive the
  /// deformer.
  explicit Deformer(const Tasks& tasks, Evaluate evaluate = Evaluate::when_changed);
  /// The fast engine if `tasks` is its own implementation, otherwise a deformer for `tasks`.
  static Deformer with(const Tasks& tasks) {
    return &tasks == &tasks_of(Backend::fast) ? Deformer(Backend::fast) : Deformer(tasks);
  }

  /// Updates everything that changed since the last call, compared by value, so that nothing
  /// becomes stale. Precondition: why_invalid(scene) is empty. The harmless result (rest,
  /// uncovered) replaces one of wrong size, and problems() names the function.
  void update(const Scene& scene);

  const std::vector<PosedSkeleton>& skeletons() const { return skeletons_; }  ///< in node order
  const std::vector<DeformedMesh>& meshes() const { return meshes_; }         ///< in node order
  const PosedSkeleton* skeleton(Id node) const;
  const DeformedMesh* mesh(Id node) const;
  /// nullptr: the skeleton's metric is straight, or no mesh of it has capsules, or it waits.
  const MeasuredBody* body(Id skeleton) const;
  /// For drags: while it is set, a body that would have to be measured anew waits, and its
  /// skeleton's distances are straight; centers of rotation whose rows changed wait, and the mesh's
  /// blend is linear.
  void set_hurried(bool is_hurried) { is_hurried_ = is_hurried; }
  static constexpr std::uint64_t kMeasuresAll = std::numeric_limits<std::uint64_t>::max();
  /// For windows: a body that would have to be measured anew waits as well where that is more work
  /// than this (BodyRequest::work()), until set_measured_body() brings it.
  void set_synchronous_work_limit(std::uint64_t work) { synchronous_work_limit_ = work; }
  /// By the last update(): bodies that wait for that, and not for the end of a drag.
  const std::vector<std::shared_ptr<const BodyRequest>>& body_requests() const {
    return body_requests_;
  }
  /// Measured elsewhere; the next update() takes it, if it is still wanted.
  void set_measured_body(std::shared_ptr<const BodyRequest> request, BodyMeasured measured);
  bool measures_straight_meanwhile() const;  ///< a body waits
  bool blends_linearly_meanwhile() const;    ///< centers wait
  const std::vector<std::string>& problems() const { return problems_; }
  const Tasks& tasks() const { return *tasks_; }

  /// Lets the engine do deferred work that makes later poses faster, not during a drag. True if an
  /// order() changed.
  bool reorder();

  /// Milliseconds by part of the last update() with something to bind or pose, and on its vertices
  /// since.
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
  /// The input that a PosedSkeleton was made from, and the problems that were found.
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
  /// The input that a DeformedMesh was made from, and the problems that were found.
  struct MeshSource {
    Id skeleton = kNoId;
    std::uint64_t skeleton_revision = 0;
    glm::mat4 skeleton_from_mesh{1.0f};  ///< S^-1 M
    bool explicit_weights = false;
    CapsuleSettings capsules;         ///< of the capsules; none with explicit weights
    std::uint64_t body_revision = 0;  ///< of the skeleton's MeasuredBody; 0: straight
    std::shared_ptr<const TouchUps> touch_ups;
    float touch_up_strength = 0.0f;    ///< 0: no touch-ups
    std::vector<float> morph_weights;  ///< active_morph_weights()
    bool is_bound =
        false;  ///< false until the first bind (or, for a rigid mesh, until it is placed)
    bool is_skinned = false;  ///< false after each bind
    std::vector<std::string> bind_problems, skin_problems;
    bool has_same_bind_side(const MeshSource& other) const;  ///< apart from touch-ups
    bool has_same_touch_ups(const MeshSource& other) const;
    bool has_vertices_for(
        const MeshSource& other) const;  ///< bind positions are those that the other needs
  };

  /// Surfaces of this update's first `seen` meshes: nodes may share a mesh.
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
  std::shared_ptr<const BodyRequest> delivered_request_;               ///< by set_measured_body()
  std::shared_ptr<const BodyMeasured> delivered_body_;  ///< of that
  bool has_changes_ = false;                              ///< this update bound or posed something
  std::vector<PosedSkeleton> skeletons_;
  std::vector<SkeletonSource> skeleton_sources_;  ///< beside skeletons_
  Places skeleton_places_, mesh_places_;
  std::vector<DeformedMesh> meshes_;
  std::vector<MeshSource> mesh_sources_;         ///< beside meshes_
  std::unordered_map<Id, MeasuredBody> bodies_;  ///< by skeleton
  std::vector<glm::vec3> new_positions_, new_normals_;
  std::vector<std::string> problems_;
  Cost cost_;
};

/// In world space. Fast if world_from_output does not rotate.
Bounds world_bounds(const DeformedMesh& mesh);

/// The bounds in world space of all posed meshes and, where there is no mesh, of joints.
Bounds world_bounds(const Deformer& deformer, const Scene& scene);

}  // namespace marrow
