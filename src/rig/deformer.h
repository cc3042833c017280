// What the editor, the reports and the pictures talk to: give it a scene, get every mesh deformed. It binds once (find_joints, weights),
// again only when the bind side or a mesh changed, and hoists all matrices out of the vertex loop.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rig/bodies.h"
#include "rig/radius_edit.h"
#include "rig/rig.h"
#include "scene/scene.h"

namespace marrow {

/// Matrices of one skeleton, in skeleton space, one a joint.
struct PosedSkeleton {
  Id node = kNoId;
  glm::mat4 world_from_skeleton{1.0f};  ///< S
  std::vector<glm::mat4> bind;          ///< B
  std::vector<glm::mat4> posed;         ///< W
  std::vector<glm::mat4> skinning;      ///< T
  std::vector<std::uint32_t> captured;  ///< vertices (of all bound meshes) whose list holds the joint
};

/// Coverage of one mesh by its skeleton's capsules (or by its explicit weights).
struct Coverage {
  std::uint32_t covered = 0;
  std::uint32_t uncovered = 0;
  std::vector<std::uint32_t> histogram;  ///< histogram[k]: vertices with k influences
};

struct DeformedMesh {
  Id node = kNoId;
  Id skeleton = kNoId;  ///< node of the skeleton that deforms it; kNoId: rigid
  std::shared_ptr<const Mesh> mesh;
  std::shared_ptr<const Surface> surface;
  glm::mat4 world_from_output{1.0f};      ///< S for a bound mesh, M for a rigid one
  std::vector<glm::vec3> bind_positions;  ///< one a shading vertex: S^-1 M v (skeleton space), or v for a rigid mesh
  std::vector<glm::vec3> bind_normals;
  std::vector<glm::vec3> positions;  ///< one a shading vertex (the first V are the source vertices): v', in the same space
  std::vector<glm::vec3> normals;    ///< unit length
  Influences influences;             ///< one row a shading vertex, the first V rows are the source vertices'
  Coverage coverage;                 ///< of the V source vertices; all covered for a rigid mesh
  std::uint64_t shape_revision = 0;  ///< changes when surface or vertex count did (upload everything)
  std::uint64_t bind_revision = 0;   ///< changes when influences did (not with a radius edit that no vertex notices)
  std::uint64_t pose_revision = 0;   ///< changes when positions or normals did
};

/// How much update() calls the bodies.
enum class Evaluate {
  /// posed_matrices, skinning_matrices and skin() each time: for bodies that somebody is still writing and wants to see at work. Lists and
  /// weights are made when the bind side changed.
  each_time,
  when_changed,  ///< all only when what they are given changed
  /// As when_changed, and a change of radii or falloff alone does not call find_joints: what it does to the rows is worked out from
  /// distances that the deformer keeps (radius_edit.h), and only vertices with other rows are skinned. The result is the same, bit for bit,
  /// for bodies that are right; the mistakes of wrong ones would be hidden, so it is for those that are known to be right.
  incremental,
};

class Deformer {
 public:
  /// The student's and the textbook's bodies are evaluated each time; fast is incremental.
  explicit Deformer(Backend backend = Backend::fast);
  /// Somebody's own bodies: tests, planted mistakes, the two sides of a comparison. `tasks` must outlive the deformer.
  explicit Deformer(const Tasks& tasks, Evaluate evaluate = Evaluate::when_changed);
  /// For whoever was handed bodies: the fast engine when they are its own.
  static Deformer with(const Tasks& tasks) { return &tasks == &tasks_of(Backend::fast) ? Deformer(Backend::fast) : Deformer(tasks); }

  /// Brings everything up to date. What did not change since the last call (compared by value, so nothing can go stale) is not computed
  /// again. Precondition: why_invalid(scene) is empty. Bodies that return wrong sizes are corrected to the harmless result (rest,
  /// uncovered) and named in problems().
  void update(const Scene& scene);

  const std::vector<PosedSkeleton>& skeletons() const { return skeletons_; }  ///< in node order
  const std::vector<DeformedMesh>& meshes() const { return meshes_; }         ///< in node order
  const PosedSkeleton* skeleton(Id node) const;
  const DeformedMesh* mesh(Id node) const;
  const std::vector<std::string>& problems() const { return problems_; }
  const Tasks& tasks() const { return *tasks_; }

  /// Milliseconds spent, by part, in the last update() that had anything to bind or to skin.
  struct Cost {
    double bind_ms = 0.0;        ///< all that a change of the bind side took, the next two included
    double membership_ms = 0.0;  ///< of bind_ms: who holds which vertex
    double weights_ms = 0.0;     ///< of bind_ms: distances and weights, rows, counts
    double kinematics_ms = 0.0;
    double skin_ms = 0.0;
  };
  const Cost& last_cost() const { return cost_; }

 private:
  /// The bind side of one joint but for its radius, by value.
  struct Bone {
    Id id;
    int parent;
    glm::mat4 bind_local;
    glm::vec3 extent;
    bool operator==(const Bone&) const = default;
  };
  /// What a PosedSkeleton was made from, and what was found wrong on the way.
  struct SkeletonSource {
    std::vector<Bone> bones;
    Reach reach;
    std::vector<glm::mat4> user_locals;
    std::uint64_t revision = 0;  ///< changes with the bones
    std::vector<std::string> bind_problems, pose_problems;
  };
  /// What a DeformedMesh was made from, and what was found wrong on the way.
  struct MeshSource {
    Id skeleton = kNoId;
    std::uint64_t skeleton_revision = 0;
    glm::mat4 skeleton_from_mesh{1.0f};  ///< S^-1 M
    bool explicit_weights = false;
    Reach reach;                          ///< of the capsules; none with explicit weights
    bool is_bound = false;                ///< false until the first bind (or, for a rigid mesh, until it is placed)
    bool is_skinned = false;              ///< false after each bind
    std::vector<std::uint32_t> captured;  ///< one a joint: source vertices whose list holds it
    std::vector<glm::mat4> skinning;      ///< T of the last skin()
    std::vector<std::string> bind_problems, skin_problems;
    RadiusEdit radius_edit;
    bool has_same_bones(const MeshSource& other) const;
  };

  static SkeletonSource source_of(const Skeleton& skeleton);
  void update_skeletons(const Scene& scene, const std::vector<glm::mat4>& worlds);
  void update_meshes(const Scene& scene, const std::vector<glm::mat4>& worlds);
  void pose(const Skeleton& skeleton, PosedSkeleton& posed, SkeletonSource& source);
  void take_mesh(const Node& node, DeformedMesh& mesh, MeshSource& source);
  void place_rigid(DeformedMesh& mesh, MeshSource& source);
  void bind(const Skeleton& skeleton, const PosedSkeleton& posed, DeformedMesh& mesh, MeshSource& source);
  bool edit_reach(const Skeleton& skeleton, const PosedSkeleton& posed, const Reach& reach, DeformedMesh& mesh, MeshSource& source);
  void skin(const PosedSkeleton& posed, DeformedMesh& mesh, MeshSource& source);
  bool skin_touched(const PosedSkeleton& posed, DeformedMesh& mesh, MeshSource& source);
  void count_captured();
  void collect_problems();

  const Tasks* tasks_;
  Evaluate evaluate_;
  std::uint64_t last_revision_ = 0;
  std::vector<PosedSkeleton> skeletons_;
  std::vector<SkeletonSource> skeleton_sources_;  ///< beside skeletons_
  std::vector<DeformedMesh> meshes_;
  std::vector<MeshSource> mesh_sources_;  ///< beside meshes_
  std::vector<glm::vec3> new_positions_, new_normals_;
  std::vector<glm::vec3> touched_positions_, touched_normals_;
  Influences touched_rows_;
  std::vector<std::string> problems_;
  Cost cost_;
};

/// All bounds in world space of what update() made: posed meshes and, where there is no mesh, joints.
Bounds world_bounds(const Deformer& deformer, const Scene& scene);

}  // namespace marrow
