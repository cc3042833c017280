#include "rig/skinning/mesh_skinner.h"

#include <utility>

#include "rig/guarded.h"
#include "rig/skinning/centers.h"
#include "rig/stopwatch.h"
#include "scene/morph.h"

namespace marrow {

bool MeshSkinner::set_rest(const glm::mat4& to_from_mesh, std::vector<float> morph_weights,
                           bool has_new_vertices, DeformedMesh& mesh) {
  if (!has_new_vertices && morph_weights_ == morph_weights) return false;
  morph_weights_ = std::move(morph_weights);
  is_posed_ = false;
  mesh.rest_revision = next_revision();
  if (morph_weights_.empty()) {
    mesh.morphed_positions = std::vector<glm::vec3>();  // frees the memory, as {} would not
    mesh.morphed_normals = std::vector<glm::vec3>();
  } else {
    const std::vector<glm::vec3> positions = morphed_positions(*mesh.mesh, morph_weights_);
    transform_surface(to_from_mesh, mesh.surface->source, positions,
                      morphed_normals(*mesh.mesh, *mesh.surface, morph_weights_, positions),
                      mesh.morphed_positions, mesh.morphed_normals);
  }
  if (!has_new_vertices && mesh.engine_) mesh.engine_->take_rest(mesh);
  return true;
}

bool MeshSkinner::update_centers(Blend& blend, bool is_hurried, DeformedMesh& mesh) {
  const bool is_stale = blend == Blend::centers && centers_of_rows_ != mesh.bind_revision;
  has_deferred_centers_ = is_stale && is_hurried && centers_of_rows_ != 0;
  if (has_deferred_centers_) blend = Blend::linear;
  if (!is_stale || has_deferred_centers_) return false;
  mesh.centers = centers_of(mesh);
  centers_of_rows_ = mesh.bind_revision;
  mesh.centers_revision = next_revision();
  return true;
}

bool MeshSkinner::pose(const PosedSkeleton& posed, Blend blend, bool has_new_rows,
                       DeformedMesh& mesh) {
  if (!each_time_ && is_posed_ && !has_new_rows && mesh.skinning == posed.skinning &&
      mesh.blend == blend)
    return false;
  mesh.skinning = posed.skinning;
  mesh.blend = blend;
  is_posed_ = true;
  mesh.skinned_.milliseconds = 0.0;
  if (mesh.engine_) {
    if (!has_new_rows) reorder(mesh);  // the user is posing, so no radius is being dragged
    mesh.engine_->take_centers(mesh);
    mesh.pose_revision = next_revision();
  } else {
    skin_by_tasks(mesh);
  }
  return true;
}

void MeshSkinner::pose_rigid(DeformedMesh& mesh) {
  has_deferred_centers_ = false;
  problems_.clear();
  mesh.pose_revision = next_revision();
  mesh.skinned_ = {};
}

void MeshSkinner::skin_by_tasks(DeformedMesh& mesh) {
  const Stopwatch stopwatch(mesh.skinned_.milliseconds);
  problems_.clear();
  const auto skin_by =
      mesh.blend == Blend::dual_quaternion ? guarded::skin_by_dual_quaternions : guarded::skin;
  if (mesh.blend == Blend::centers)
    guarded::skin_about_centers(*tasks_, mesh.skinning, mesh.influences, mesh.rest_positions(),
                                mesh.rest_normals(), rest_centers(mesh), new_positions_,
                                new_normals_, problems_);
  else
    skin_by(*tasks_, mesh.skinning, mesh.influences, mesh.rest_positions(), mesh.rest_normals(),
            new_positions_, new_normals_, problems_);
  if (mesh.blend == Blend::delta_mush)
    guarded::delta_mush(*tasks_, welded(mesh), kMushSteps, mesh.rest_positions(),
                        mesh.rest_normals(), new_positions_, new_normals_, problems_);
  if (mesh.pose_revision != 0 && mesh.positions() == new_positions_ &&
      mesh.normals() == new_normals_)
    return;
  mesh.pose_revision = next_revision();
  mesh.set_skinned(new_positions_, new_normals_);
}

const WeldedMesh& MeshSkinner::welded(const DeformedMesh& mesh) {
  if (!welded_ || welded_shape_revision_ != mesh.shape_revision)
    welded_ = std::make_unique<WeldedMesh>(mesh);
  else if (welded_bind_revision_ != mesh.bind_revision)
    welded_->take_rows(mesh);
  welded_shape_revision_ = mesh.shape_revision;
  welded_bind_revision_ = mesh.bind_revision;
  return *welded_;
}

bool MeshSkinner::reorder(DeformedMesh& mesh) {
  if (!mesh.engine_ || !mesh.engine_->reorder(mesh)) return false;
  mesh.engine_->take_centers(mesh);
  mesh.order_revision = next_revision();
  return true;
}

}  // namespace marrow
