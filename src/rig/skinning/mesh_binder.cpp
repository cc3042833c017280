#include "rig/skinning/mesh_binder.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "rig/skinning/field_rows.h"
#include "rig/skinning/measured_bodies.h"
#include "rig/skinning/weights.h"

namespace marrow {

namespace {

/// Gives copies of a source vertex its row.
void point_copied_rows(std::size_t vertices, const std::vector<std::uint32_t>& source,
                       Influences& influences) {
  influences.rows.resize(source.size());
  for (std::size_t i = vertices; i < source.size(); ++i)
    influences.rows[i] = influences.rows[source[i]];
}

Coverage coverage_of(const Influences& influences, std::size_t vertices) {
  Coverage coverage;
  for (std::size_t i = 0; i < vertices; ++i) {
    const std::size_t row = influences.row_size(i);
    ++(row == 0 ? coverage.uncovered : coverage.covered);
    if (coverage.histogram.size() <= row) coverage.histogram.resize(row + 1, 0);
    ++coverage.histogram[row];
  }
  return coverage;
}

std::vector<std::uint32_t> captured_by_joint(const Influences& influences, std::size_t vertices,
                                             std::size_t joints) {
  std::vector<std::uint32_t> captured(joints, 0);
  for (std::size_t i = 0; i < vertices; ++i) {
    for (std::uint32_t k = influences.row_begin(i); k < influences.row_end(i); ++k)
      ++captured[influences.joint[k]];
  }
  return captured;
}

/// Sets the copies' rows and the counts, for source rows that no engine made.
void complete_rows(std::size_t vertices, std::size_t joints, DeformedMesh& mesh) {
  mesh.coverage = coverage_of(mesh.influences, vertices);
  mesh.captured = captured_by_joint(mesh.influences, vertices, joints);
  point_copied_rows(vertices, mesh.surface->source, mesh.influences);
}

}  // namespace

bool MeshBinder::Input::has_same_rows(const Input& other) const {
  return skeleton == other.skeleton && skeleton_revision == other.skeleton_revision &&
         skeleton_from_mesh == other.skeleton_from_mesh &&
         explicit_weights == other.explicit_weights && capsules == other.capsules &&
         body_revision == other.body_revision;
}

bool MeshBinder::Input::has_same_touch_ups(const Input& other) const {
  return touch_ups == other.touch_ups && touch_up_strength == other.touch_up_strength;
}

bool MeshBinder::place(const Input& now, DeformedMesh& mesh) {
  has_new_vertices_ = !is_bound_ || (input_.skeleton == kNoId) != (now.skeleton == kNoId) ||
                      input_.skeleton_from_mesh != now.skeleton_from_mesh;
  if (has_new_vertices_)
    transform_surface(now.skeleton_from_mesh, mesh.surface->source, mesh.mesh->positions,
                      mesh.surface->normals, mesh.bind_positions, mesh.bind_normals);
  return has_new_vertices_;
}

bool MeshBinder::bind(const Rig& rig, Input now, DeformedMesh& mesh) {
  const bool has_same_rows = is_bound_ && input_.has_same_rows(now);
  if (has_same_rows && input_.has_same_touch_ups(now)) return false;
  is_bound_ = true;
  const Input before = std::exchange(input_, std::move(now));
  RowsWritten written;
  std::vector<std::uint32_t> restored;
  bool is_other = false;
  if (!has_same_rows) {
    restored = mesh.painted_.remove_touch_ups(mesh);
    is_other = bind_own_rows(rig, before, mesh, written);
  }
  const std::vector<std::uint32_t> painted = apply_touch_ups(rig, mesh);
  if (!is_other && before.has_same_touch_ups(input_)) return false;
  std::vector<std::uint32_t> changed;
  std::set_union(restored.begin(), restored.end(), painted.begin(), painted.end(),
                 std::back_inserter(changed));
  if (!is_other && changed.empty()) return false;
  if (!changed.empty()) {
    if (mesh.engine_) changed = mesh.engine_->take_changed_rows(mesh, changed);
    written.is_all |= mesh.engine_ == nullptr;
    if (!written.is_all)
      written.vertices.insert(written.vertices.end(), changed.begin(), changed.end());
  }
  mesh.set_rows(std::move(written));
  return true;
}

void MeshBinder::bind_rigid(DeformedMesh& mesh) {
  is_bound_ = true;
  input_ = {};
  problems_.clear();
  set_own_order(mesh);
  mesh.influences = {};
  mesh.influences.rows.resize(mesh.bind_positions.size());
  mesh.coverage = {};
  mesh.coverage.covered = std::uint32_t(mesh.mesh->positions.size());
  mesh.captured.clear();
  mesh.painted_ = {};
  mesh.skinning.clear();
  mesh.set_rows({.is_all = true, .vertices = {}});
}

/// Without an engine the drawing order is the vertices' own.
void MeshBinder::set_own_order(DeformedMesh& mesh) {
  mesh.engine_.reset();
  mesh.order_.resize(mesh.surface->source.size());
  std::iota(mesh.order_.begin(), mesh.order_.end(), 0u);
  mesh.order_revision = next_revision();
}

/// Sets the rows without touch-ups. False if none changed.
bool MeshBinder::bind_own_rows(const Rig& rig, const Input& before, DeformedMesh& mesh,
                               RowsWritten& written) {
  written.is_all = true;
  problems_.clear();
  if (uses_engine_ && !mesh.engine_) mesh.engine_ = make_engine();
  if (has_new_vertices_ && mesh.engine_) mesh.engine_->take_vertices(mesh);
  if (has_new_vertices_ && !uses_engine_) set_own_order(mesh);
  if (input_.body_revision != 0) {
    bind_by_fields(rig, before, mesh, written);
  } else if (!uses_engine_) {
    bind_by_tasks(rig, mesh);
  } else if (!bind_by_engine(rig, mesh, written)) {
    written.is_all = false;
    return false;
  }
  return true;
}

/// Binds by known distances. If only radii changed, writes only rows of changed capsules.
void MeshBinder::bind_by_fields(const Rig& rig, const Input& before, DeformedMesh& mesh,
                                RowsWritten& written) {
  const MeasuredBody& body = *rig.body;
  const std::size_t vertices = mesh.mesh->positions.size();
  const MeasuredPart measured{
      body.fields, body.bones, body.part_of(mesh.node), {mesh.bind_positions.data(), vertices}};
  const bool has_rows = !has_new_vertices_ && before.body_revision == input_.body_revision &&
                        before.capsules.falloff == input_.capsules.falloff;
  if (has_rows) {
    std::vector<std::uint32_t> changed = change_field_influences(
        rig.skeleton, {body.before, before.capsules.radii}, measured, *tasks_, mesh, problems_);
    point_copied_rows(vertices, mesh.surface->source, mesh.influences);
    if (mesh.engine_) changed = mesh.engine_->take_changed_rows(mesh, changed);
    written = {.is_all = mesh.engine_ == nullptr, .vertices = std::move(changed)};
    return;
  }
  mesh.influences = field_influences(rig.skeleton, measured, *tasks_, problems_);
  complete_rows(vertices, rig.skeleton.joints.size(), mesh);
  if (!mesh.engine_) return;
  mesh.order_revision = next_revision();
  mesh.engine_->take_rows(mesh);
}

bool MeshBinder::bind_by_engine(const Rig& rig, DeformedMesh& mesh, RowsWritten& written) const {
  if (has_new_vertices_ || input_.explicit_weights) mesh.order_revision = next_revision();
  if (!input_.explicit_weights)
    return mesh.engine_->bind_capsules(rig.skeleton, rig.posed.bind, mesh, written);
  mesh.influences = explicit_influences(rig.skeleton, *mesh.mesh->weights);
  complete_rows(mesh.mesh->positions.size(), rig.skeleton.joints.size(), mesh);
  mesh.engine_->take_rows(mesh);
  return true;
}

void MeshBinder::bind_by_tasks(const Rig& rig, DeformedMesh& mesh) {
  const std::size_t vertices = mesh.mesh->positions.size();
  if (input_.explicit_weights) {
    mesh.influences = explicit_influences(rig.skeleton, *mesh.mesh->weights);
  } else {
    const std::vector<glm::vec3> positions(mesh.bind_positions.begin(),
                                           mesh.bind_positions.begin() + std::ptrdiff_t(vertices));
    const JointLists lists =
        capsule_lists(rig.skeleton, rig.posed.bind, positions, *tasks_, problems_);
    mesh.influences =
        capsule_influences(rig.skeleton, rig.posed.bind, positions, lists, *tasks_, &problems_);
  }
  complete_rows(vertices, rig.skeleton.joints.size(), mesh);
}

/// Returns the source vertices whose rows were written.
std::vector<std::uint32_t> MeshBinder::apply_touch_ups(const Rig& rig, DeformedMesh& mesh) {
  if (!input_.touch_ups && mesh.painted_.size() == 0) return {};
  const std::size_t vertices = mesh.mesh->positions.size();
  std::vector<std::uint32_t> painted = mesh.painted_.apply_touch_ups(
      input_.touch_ups, input_.touch_up_strength, rig.skeleton,
      bones_of(rig.skeleton, rig.posed.bind), {mesh.bind_positions.data(), vertices}, mesh);
  if (!painted.empty()) point_copied_rows(vertices, mesh.surface->source, mesh.influences);
  return painted;
}

}  // namespace marrow
