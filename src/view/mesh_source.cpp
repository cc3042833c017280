#include "view/mesh_source.h"

namespace marrow::view {

MeshSource::Changes MeshSource::take(const DeformedMesh& mesh) {
  const void* const rows = mesh.influences.row_begin.data();
  const void* const positions = mesh.positions.data();
  Changes changes;
  changes.shape = surface_ != mesh.surface || shape_revision_ != mesh.shape_revision;
  changes.bind = changes.shape || rows_ != rows || bind_revision_ != mesh.bind_revision;
  changes.pose = changes.shape || positions_ != positions || pose_revision_ != mesh.pose_revision;
  surface_ = mesh.surface;
  rows_ = rows;
  positions_ = positions;
  shape_revision_ = mesh.shape_revision;
  bind_revision_ = mesh.bind_revision;
  pose_revision_ = mesh.pose_revision;
  return changes;
}

}  // namespace marrow::view
