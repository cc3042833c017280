#include "rig/skinning/deformed_mesh.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "rig/polar_parts.h"
#include "rig/stopwatch.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

/// sum_j w_j T_j v (rig.h: skin), or the formula of another blend. `motions` are read only
/// for dual quaternions and centers.
glm::vec3 blended(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning,
                  const std::vector<PolarParts>& motions, std::uint32_t vertex) {
  const glm::vec3& rest = mesh.rest_positions()[vertex];
  const Influences& rows = mesh.influences;
  if (rows.row_size(vertex) == 0) return rest;
  const bool is_centered =
      mesh.blend == Blend::centers && center_or(mesh.centers[vertex], rest) != rest;
  if (is_centered || mesh.blend == Blend::dual_quaternion) {
    const glm::vec3 moved(blended_matrix(mesh, skinning, motions, vertex) * glm::dvec4(rest, 1.0));
    return is_finite(moved) ? moved : rest;
  }
  glm::vec3 sum(0.0f);
  for (std::uint32_t k = rows.row_begin(vertex); k < rows.row_end(vertex); ++k)
    sum += rows.weight[k] * glm::vec3(skinning[rows.joint[k]] * glm::vec4(rest, 1.0f));
  return is_finite(sum) ? sum : rest;
}

}  // namespace

glm::dmat4 blended_matrix(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning,
                          const std::vector<PolarParts>& motions, std::size_t vertex) {
  const Influences& rows = mesh.influences;
  const std::uint32_t row = rows.row_begin(vertex), size = rows.row_size(vertex);
  if (size == 0) return glm::dmat4(1.0);
  const std::uint32_t* const joints = rows.joint.data() + row;
  const float* const weights = rows.weight.data() + row;
  if (mesh.blend == Blend::dual_quaternion) return blended_motion(motions, joints, weights, size);
  const glm::vec3& rest = mesh.rest_positions()[vertex];
  return blended_about(mesh.blend == Blend::centers ? center_or(mesh.centers[vertex], rest) : rest,
                       rest, skinning, motions, joints, weights, size);
}

const DeformedMesh::Skinned& DeformedMesh::skinned() const {
  if (engine_ && skinned_.revision != pose_revision) {
    const Stopwatch stopwatch(skinned_.milliseconds);
    if (!skin_changes()) skin_all();
    if (blend == Blend::delta_mush) mush(skinned_.positions, skinned_.normals);
    skinned_.skinning = skinning;
    skinned_.blend = blend;
    skinned_.bind_revision = bind_revision;
    skinned_.rest_revision = rest_revision;
    skinned_.centers_revision = centers_revision;
    skinned_.revision = pose_revision;
  }
  return skinned_;
}

void DeformedMesh::skin_all() const {
  skinned_.bounds = engine_->skin_by_vertex(*this, skinning, skinned_.positions, skinned_.normals);
  skinned_.bounds_revision = has_engine() ? pose_revision : 0;
}

void DeformedMesh::mush(std::vector<glm::vec3>& positions, std::vector<glm::vec3>& normals) const {
  const bool is_other = !mush_.of || mush_.shape_revision != shape_revision;
  if (is_other) mush_.of = make_mush_engine(*this);
  if (is_other || mush_.rest_revision != rest_revision || !mush_.of->has_rows_of(*this))
    mush_.of->take_rest(*this);
  mush_.shape_revision = shape_revision;
  mush_.rest_revision = rest_revision;
  mush_.of->apply(positions, normals);
}

/// Skins only what changed since the last skinning. Returns false if the last result cannot be
/// updated that way.
bool DeformedMesh::skin_changes() const {
  if (!has_engine()) return false;
  if (skinned_.rest_revision != rest_revision || skinned_.skinning.size() != skinning.size())
    return false;
  if (skinned_.positions.size() != bind_positions.size() || skinned_.blend != blend) return false;
  if (blend == Blend::centers && skinned_.centers_revision != centers_revision) return false;
  const std::optional<std::vector<std::uint32_t>> rows = rows_changed_since(skinned_.bind_revision);
  if (rows)
    engine_->skin_changes(*this, skinned_.skinning, skinning, *rows, skinned_.positions,
                          skinned_.normals);
  return rows.has_value();
}

std::optional<std::vector<std::uint32_t>> DeformedMesh::rows_changed_since(
    std::uint64_t since) const {
  std::vector<std::uint32_t> changed;
  if (since == bind_revision) return changed;
  auto change = std::find_if(row_changes_.begin(), row_changes_.end(),
                             [&](const RowChange& each) { return each.before == since; });
  if (change == row_changes_.end()) return std::nullopt;
  for (; change != row_changes_.end(); ++change)
    changed.insert(changed.end(), change->vertices.begin(), change->vertices.end());
  return changed;
}

void DeformedMesh::take(std::shared_ptr<const Mesh> its, std::shared_ptr<const Surface> shape) {
  mesh = std::move(its);
  surface = std::move(shape);
  shape_revision = next_revision();
}

void DeformedMesh::set_rows(RowsWritten written) {
  constexpr std::size_t kMostChanges = 16;
  const std::uint64_t before = std::exchange(bind_revision, next_revision());
  if (written.is_all) return row_changes_.clear();
  if (row_changes_.size() == kMostChanges) row_changes_.erase(row_changes_.begin());
  row_changes_.push_back({before, std::move(written.vertices)});
  std::size_t total = 0;
  for (const RowChange& change : row_changes_) total += change.vertices.size();
  // A list with more entries than there are vertices saves nothing.
  for (; total > bind_positions.size(); row_changes_.erase(row_changes_.begin()))
    total -= row_changes_.front().vertices.size();
}

std::vector<glm::vec3> DeformedMesh::positions_of(
    const std::vector<std::uint32_t>& vertices) const {
  constexpr std::size_t kGrainSize = 4096;
  const bool are_there = !has_engine() || skinned_.revision == pose_revision;
  std::vector<glm::vec3> found(vertices.size());
  std::vector<PolarParts> motions;
  if (!are_there && blend != Blend::linear) motions = polar_parts(skinning);
  const std::vector<glm::vec3>* const known = are_there ? &positions() : nullptr;
  parallel_for_each(vertices.size(), kGrainSize, [&](std::size_t n) {
    found[n] = known ? (*known)[vertices[n]] : blended(*this, skinning, motions, vertices[n]);
  });
  return found;
}

void DeformedMesh::set_skinned(std::vector<glm::vec3>& positions, std::vector<glm::vec3>& normals) {
  skinned_.positions.swap(positions);
  skinned_.normals.swap(normals);
  skinned_.revision = pose_revision;
}

Bounds DeformedMesh::bounds() const {
  if (skinned_.bounds_revision != pose_revision) {
    const Stopwatch stopwatch(skinned_.milliseconds);
    skinned_.bounds = has_engine() ? engine_->bounds(*this, skinning) : bounds_of(positions());
    skinned_.bounds_revision = pose_revision;
  }
  return skinned_.bounds;
}

const std::vector<std::uint32_t>& DeformedMesh::order() const {
  return engine_ ? engine_->order() : order_;
}

void DeformedMesh::write_vertices(const VertexTarget& target) const {
  if (has_engine()) {
    const Stopwatch stopwatch(skinned_.milliseconds);
    skinned_.bounds = engine_->skin(*this, skinning, target);
    skinned_.bounds_revision = pose_revision;
    return;
  }
  const std::vector<glm::vec3>&at = positions(), &facing = normals();
  const std::vector<std::uint32_t>& places = order();
  parallel_for_each(places.size(), 1 << 15, [&](std::size_t n) {
    std::memcpy(target.positions + 3 * n, &at[places[n]], sizeof(glm::vec3));
    std::memcpy(target.normals + 3 * n, &facing[places[n]], sizeof(glm::vec3));
  });
}

Bounds world_bounds(const DeformedMesh& mesh) {
  const glm::mat4& world_from = mesh.world_from_output;
  Bounds bounds;
  const auto add = [&](const glm::vec3& point) {
    bounds.add(glm::vec3(world_from * glm::vec4(point, 1.0f)));
  };
  const glm::mat3 linear(world_from);
  const bool keeps_axes =
      linear == glm::mat3(linear[0].x, 0, 0, 0, linear[1].y, 0, 0, 0, linear[2].z);
  if (!keeps_axes) {
    for (const glm::vec3& position : mesh.positions()) add(position);
  } else if (const Bounds own = mesh.bounds(); !own.empty()) {
    add(own.low);
    add(own.high);
  }
  return bounds;
}

}  // namespace marrow
