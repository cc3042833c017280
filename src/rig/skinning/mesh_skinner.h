// Keeps the rest vertices, the centers of rotation and the pose of one mesh up to date. Sets
// rest_revision, centers_revision and pose_revision.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rig/skinning/deformed_mesh.h"
#include "rig/skinning/welded_mesh.h"

namespace marrow {

class MeshSkinner {
 public:
  /// Without an engine, vertices come from the functions of `tasks`, which must outlive the
  /// skinner; `each_time`: at every pose(), not only for a new pose.
  MeshSkinner(const Tasks& tasks, bool each_time) : tasks_(&tasks), each_time_(each_time) {}

  /// Sets the rest vertices by the morph weights, in the space of the bind vertices. True if they
  /// changed. Call it after MeshBinder::place(), with its result as `has_new_vertices`.
  bool set_rest(const glm::mat4& to_from_mesh, std::vector<float> morph_weights,
                bool has_new_vertices, DeformedMesh& mesh);
  /// Brings centers of rotation up to date if `blend` reads them; true if they are new. During a
  /// drag (`is_hurried`) they are deferred, and `blend` becomes linear.
  bool update_centers(Blend& blend, bool is_hurried, DeformedMesh& mesh);
  /// Poses the mesh. True if anything changed.
  bool pose(const PosedSkeleton& posed, Blend blend, bool has_new_rows, DeformedMesh& mesh);
  /// Updates a mesh without a skeleton whose rest vertices changed.
  void pose_rigid(DeformedMesh& mesh);
  /// See Deformer::reorder().
  static bool reorder(DeformedMesh& mesh);
  bool has_deferred_centers() const { return has_deferred_centers_; }
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  void skin_by_tasks(DeformedMesh& mesh);
  const WeldedMesh& welded(const DeformedMesh& mesh);

  const Tasks* tasks_;
  bool each_time_;
  std::vector<float> morph_weights_;
  bool is_posed_ = false;  ///< since the rest vertices changed
  bool has_deferred_centers_ = false;
  std::uint64_t centers_of_rows_ = 0;  ///< bind_revision of the centers; 0: none yet
  /// The surface for the contract's delta_mush, kept until shape or rows change.
  std::unique_ptr<WeldedMesh> welded_;
  std::uint64_t welded_shape_revision_ = 0, welded_bind_revision_ = 0;
  std::vector<glm::vec3> new_positions_, new_normals_;
  std::vector<std::string> problems_;
};

}  // namespace marrow
