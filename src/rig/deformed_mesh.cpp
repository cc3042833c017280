// Skinned vertices on demand.
#include <algorithm>
#include <cstring>

#include "rig/deformer.h"
#include "rig/stopwatch.h"

namespace marrow {

const DeformedMesh::Skinned& DeformedMesh::skinned() const {
  if (engine_ && skinned_.revision != pose_revision) {
    const Stopwatch stopwatch(skinned_.milliseconds);
    skinned_.bounds = engine_->skin_by_vertex(*this, skinning, skinned_.positions, skinned_.normals);
    skinned_.revision = skinned_.bounds_revision = pose_revision;
  }
  return skinned_;
}

void DeformedMesh::set_skinned(std::vector<glm::vec3>& positions, std::vector<glm::vec3>& normals) {
  skinned_.positions.swap(positions);
  skinned_.normals.swap(normals);
  skinned_.revision = pose_revision;
}

Bounds DeformedMesh::bounds() const {
  if (skinned_.bounds_revision != pose_revision) {
    const Stopwatch stopwatch(skinned_.milliseconds);
    skinned_.bounds = engine_ ? engine_->bounds(*this, skinning) : bounds_of(skinned_.positions);
    skinned_.bounds_revision = pose_revision;
  }
  return skinned_.bounds;
}

const std::vector<std::uint32_t>& DeformedMesh::order() const { return engine_ ? engine_->order() : order_; }

void DeformedMesh::write_vertices(const VertexTarget& target) const {
  const Stopwatch stopwatch(skinned_.milliseconds);
  if (engine_) {
    skinned_.bounds = engine_->skin(*this, skinning, target);
    skinned_.bounds_revision = pose_revision;
    return;
  }
  const std::size_t bytes = skinned_.positions.size() * sizeof(glm::vec3);
  if (bytes == 0) return;
  std::memcpy(target.positions, skinned_.positions.data(), bytes);
  std::memcpy(target.normals, skinned_.normals.data(), bytes);
}

}  // namespace marrow
