// The deformer deforms every mesh of a scene, for editor, reports and pictures. It poses the
// skeletons and hands each mesh to a MeshBinder (rows) and a MeshSkinner (vertices), which do only
// what changed inputs need; MeasuredBodies keeps the distances through bodies.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "rig/implementations.h"
#include "rig/skinning/deformed_mesh.h"
#include "rig/skinning/measured_bodies.h"

namespace marrow {

/// When update() calls the contract's functions.
enum class Evaluate {
  /// posed_matrices, skinning_matrices and skin() at each update, for functions that are still
  /// being written; lists and weights only when the bind side changed.
  each_time,
  when_changed,  ///< each function only when its arguments changed
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
  Deformer(Deformer&& other) noexcept;
  Deformer& operator=(Deformer&& other) noexcept;
  ~Deformer();

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
  const MeasuredBody* body(Id skeleton) const { return bodies_.of(skeleton); }
  /// Set it during drags. While it is set, a body that would have to be measured again is deferred
  /// and its skeleton's distances are straight, and centers of rotation whose rows changed are
  /// deferred and the mesh's blend is linear.
  void set_hurried(bool is_hurried) { bodies_.is_hurried = is_hurried; }
  static constexpr std::uint64_t kMeasuresAll = MeasuredBodies::kMeasuresAll;
  /// For windows: also defers a body whose measuring is more work than this (BodyRequest::work()),
  /// until set_measured_body() delivers it.
  void set_synchronous_work_limit(std::uint64_t work) { bodies_.synchronous_work_limit = work; }
  /// Bodies that the last update() deferred because of that limit (not because of a drag).
  const std::vector<std::shared_ptr<const BodyRequest>>& body_requests() const {
    return bodies_.requests();
  }
  /// Delivers a body measured elsewhere; the next update() uses it if it is still needed.
  void set_measured_body(std::shared_ptr<const BodyRequest> request, BodyMeasured measured);
  /// True while a body is deferred.
  bool measures_straight_meanwhile() const { return bodies_.has_deferred(); }
  bool blends_linearly_meanwhile() const;  ///< true while centers are deferred
  const std::vector<std::string>& problems() const { return problems_; }
  const Tasks& tasks() const { return *tasks_; }

  /// Lets the engine do deferred work that speeds up later poses; do not call it during a drag.
  /// True if an order() changed.
  bool reorder();

  /// Milliseconds of the last update() that bound or posed something, and of skinning since then.
  struct Cost {
    double bind_ms = 0.0;  ///< lists, weights, counts
    double kinematics_ms = 0.0;
    double skin_ms = 0.0;  ///< includes morph targets
  };
  Cost last_cost() const;

 private:
  // The input that a node's PosedSkeleton or DeformedMesh was computed from.
  struct SkeletonSource;
  struct MeshUpdater;
  using Places = std::unordered_map<Id, std::size_t>;  ///< by node

  void update_skeletons(const Scene& scene, const std::vector<glm::mat4>& worlds);
  void pose(const Skeleton& skeleton, PosedSkeleton& posed, SkeletonSource& source);
  void take_meshes(const Scene& scene);
  void update_bodies(const Scene& scene, const std::vector<glm::mat4>& worlds);
  void update_rigid(const Node& node, DeformedMesh& mesh, MeshUpdater& updater);
  void update_bound(const Node& node, const glm::mat4& world, const Skeleton& skeleton,
                    const PosedSkeleton& posed, DeformedMesh& mesh, MeshUpdater& updater);
  void count_captured();
  void collect_problems();

  const Tasks* tasks_;
  Evaluate evaluate_;
  bool uses_engine_ = false;
  bool has_changes_ = false;  ///< this update bound or posed something
  std::vector<PosedSkeleton> skeletons_;
  std::vector<SkeletonSource> skeleton_sources_;  ///< parallel to skeletons_
  std::vector<DeformedMesh> meshes_;
  std::vector<MeshUpdater> mesh_updaters_;  ///< parallel to meshes_
  Places skeleton_places_, mesh_places_;
  MeasuredBodies bodies_;
  std::vector<std::string> problems_;
  Cost cost_;
};

/// World-space bounds of all posed meshes; of the joints if there is no mesh.
Bounds world_bounds(const Deformer& deformer, const Scene& scene);

}  // namespace marrow
