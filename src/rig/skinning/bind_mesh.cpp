// How a Deformer binds a mesh: the rows of capsules, or of a file, and touch-ups over them.
#include <algorithm>
#include <iterator>
#include <utility>

#include "rig/body/body.h"
#include "rig/skinning/deformer.h"
#include "rig/skinning/field_rows.h"
#include "rig/skinning/revision.h"
#include "rig/skinning/weights.h"
#include "rig/stopwatch.h"

namespace marrow {

namespace {

/// Copies of a source vertex share the row of their source.
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

/// After rows of source vertices that no engine made: the copies' rows and the counts.
void complete_rows(std::size_t vertices, std::size_t joints, DeformedMesh& mesh) {
  mesh.coverage = coverage_of(mesh.influences, vertices);
  mesh.captured = captured_by_joint(mesh.influences, vertices, joints);
  point_copied_rows(vertices, mesh.surface->source, mesh.influences);
}

}  // namespace

/// True when rows changed.
bool Deformer::bind(const Skeleton& skeleton, const PosedSkeleton& posed, MeshSource now,
                    DeformedMesh& mesh, MeshSource& source) {
  const bool has_new_vertices = !source.has_vertices_for(now);
  if (has_new_vertices || source.morph_weights != now.morph_weights)
    take_rest(now, has_new_vertices, mesh, source);
  const bool has_same_rows = source.has_same_bind_side(now);
  if (has_same_rows && source.has_same_touch_ups(now)) return false;
  const Stopwatch stopwatch(cost_.bind_ms);
  now.is_bound = true;
  now.is_skinned = source.is_skinned;
  const MeshSource before = std::exchange(source, std::move(now));
  RowsWritten written;
  std::vector<std::uint32_t> painted;
  bool is_other = false;
  if (!has_same_rows) {
    painted = mesh.painted_.remove_touch_ups(mesh);
    is_other = bind_own_rows(skeleton, posed, has_new_vertices, before, mesh, source, written);
  }
  const std::vector<std::uint32_t> laid = apply_touch_ups(skeleton, posed, source, mesh);
  if (!is_other && before.has_same_touch_ups(source)) return false;
  std::vector<std::uint32_t> changed;
  std::set_union(painted.begin(), painted.end(), laid.begin(), laid.end(),
                 std::back_inserter(changed));
  if (!is_other && changed.empty()) return false;
  if (!changed.empty()) add_painted(std::move(changed), mesh, written);
  source.is_skinned = false;
  has_changes_ = true;
  mesh.set_rows(std::move(written));
  return true;
}

/// The rows without touch-ups. False when none changed.
bool Deformer::bind_own_rows(const Skeleton& skeleton, const PosedSkeleton& posed,
                             bool has_new_vertices, const MeshSource& before, DeformedMesh& mesh,
                             MeshSource& source, RowsWritten& written) {
  written.is_all = true;
  if (source.body_revision != 0) {
    bind_by_fields(skeleton, has_new_vertices, before, mesh, source, written);
  } else if (uses_engine_) {
    if (bind_by_engine(skeleton, posed, has_new_vertices, mesh, source, written)) return true;
    written.is_all = false;
    return false;
  } else {
    if (has_new_vertices) keep_order(mesh);
    bind_by_tasks(skeleton, posed, mesh, source);
  }
  return true;
}

/// Returns the source vertices whose rows were written.
std::vector<std::uint32_t> Deformer::apply_touch_ups(const Skeleton& skeleton,
                                                     const PosedSkeleton& posed,
                                                     const MeshSource& source, DeformedMesh& mesh) {
  if (!source.touch_ups && mesh.painted_.size() == 0) return {};
  const std::size_t vertices = mesh.mesh->positions.size();
  std::vector<std::uint32_t> laid = mesh.painted_.apply_touch_ups(
      source.touch_ups, source.touch_up_strength, skeleton, bones_of(skeleton, posed.bind),
      {mesh.bind_positions.data(), vertices}, mesh);
  if (!laid.empty()) point_copied_rows(vertices, mesh.surface->source, mesh.influences);
  return laid;
}

/// Rows of these source vertices (ascending) are new, too.
void Deformer::add_painted(std::vector<std::uint32_t> painted, DeformedMesh& mesh,
                           RowsWritten& written) {
  if (mesh.engine_) painted = mesh.engine_->take_changed_rows(mesh, painted);
  written.is_all |= mesh.engine_ == nullptr;
  if (!written.is_all)
    written.vertices.insert(written.vertices.end(), painted.begin(), painted.end());
}

void Deformer::bind_by_tasks(const Skeleton& skeleton, const PosedSkeleton& posed,
                             DeformedMesh& mesh, MeshSource& source) {
  const std::size_t vertices = mesh.mesh->positions.size();
  if (source.explicit_weights) {
    mesh.influences = explicit_influences(skeleton, *mesh.mesh->weights);
  } else {
    const std::vector<glm::vec3> positions(mesh.bind_positions.begin(),
                                           mesh.bind_positions.begin() + std::ptrdiff_t(vertices));
    const JointLists lists =
        capsule_lists(skeleton, posed.bind, positions, *tasks_, source.bind_problems);
    mesh.influences =
        capsule_influences(skeleton, posed.bind, positions, lists, *tasks_, &source.bind_problems);
  }
  complete_rows(vertices, skeleton.joints.size(), mesh);
}

bool Deformer::bind_by_engine(const Skeleton& skeleton, const PosedSkeleton& posed,
                              bool has_new_vertices, DeformedMesh& mesh, const MeshSource& source,
                              RowsWritten& written) {
  if (!mesh.engine_) mesh.engine_ = make_engine();
  if (has_new_vertices) mesh.engine_->take_vertices(mesh);
  if (has_new_vertices || source.explicit_weights) mesh.order_revision = next_revision();
  if (!source.explicit_weights)
    return mesh.engine_->bind_capsules(skeleton, posed.bind, mesh, written);
  mesh.influences = explicit_influences(skeleton, *mesh.mesh->weights);
  complete_rows(mesh.mesh->positions.size(), skeleton.joints.size(), mesh);
  mesh.engine_->take_rows(mesh);
  return true;
}

/// By distances that are known. Only rows of changed capsules are written where radii alone
/// changed.
void Deformer::bind_by_fields(const Skeleton& skeleton, bool has_new_vertices,
                              const MeshSource& before, DeformedMesh& mesh, MeshSource& source,
                              RowsWritten& written) {
  const MeasuredBody& body = bodies_.at(mesh.skeleton);
  const std::size_t vertices = mesh.mesh->positions.size();
  const MeasuredPart measured{
      body.fields, body.bones, body.part_of(mesh.node), {mesh.bind_positions.data(), vertices}};
  const bool has_rows = !has_new_vertices && before.body_revision == source.body_revision &&
                        before.capsules.falloff == source.capsules.falloff;
  if (uses_engine_ && !mesh.engine_) mesh.engine_ = make_engine();
  if (has_new_vertices && mesh.engine_) mesh.engine_->take_vertices(mesh);
  if (has_new_vertices && !uses_engine_) keep_order(mesh);
  if (has_rows) {
    std::vector<std::uint32_t> changed =
        change_field_influences(skeleton, {body.before, before.capsules.radii}, measured, *tasks_,
                                mesh, source.bind_problems);
    point_copied_rows(vertices, mesh.surface->source, mesh.influences);
    if (mesh.engine_) changed = mesh.engine_->take_changed_rows(mesh, changed);
    written = {.is_all = mesh.engine_ == nullptr, .vertices = std::move(changed)};
    return;
  }
  mesh.influences = field_influences(skeleton, measured, *tasks_, source.bind_problems);
  complete_rows(vertices, skeleton.joints.size(), mesh);
  if (!mesh.engine_) return;
  mesh.order_revision = next_revision();
  mesh.engine_->take_rows(mesh);
}

}  // namespace marrow
