#include "view/gl/mesh_source.h"

namespace marrow::view {

MeshSource::Changes MeshSource::take(const DeformedMesh& mesh) {
  Changes changes;
  changes.shape = shape_revision_ != mesh.shape_revision;
  changes.order = changes.shape || order_revision_ != mesh.order_revision;
  changes.rest = changes.shape || rest_revision_ != mesh.rest_revision;
  changes.bind = changes.shape || bind_revision_ != mesh.bind_revision;
  changes.pose = changes.order || pose_revision_ != mesh.pose_revision;
  shape_revision_ = mesh.shape_revision;
  order_revision_ = mesh.order_revision;
  rest_revision_ = mesh.rest_revision;
  bind_revision_ = mesh.bind_revision;
  pose_revision_ = mesh.pose_revision;
  return changes;
}

}  // namespace marrow::view
