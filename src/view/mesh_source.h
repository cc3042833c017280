// Tells what of a deformed mesh is new since it was last looked at.
#pragma once

#include <cstdint>
#include <memory>

#include "rig/deformer.h"

namespace marrow::view {

/// Whose arrays were read. Revisions count anew in each Deformer: the surface (held, so that its address is no one else's) tells
/// Deformers apart, the other two addresses tell a Deformer from its copy.
class MeshSource {
 public:
  struct Changes {
    bool shape = false;  ///< everything
    bool bind = false;   ///< influences
    bool pose = false;   ///< positions and normals
  };
  /// What differs from the last call; all of it at the first.
  Changes take(const DeformedMesh& mesh);

 private:
  std::shared_ptr<const Surface> surface_;
  const void* rows_ = nullptr;
  const void* positions_ = nullptr;
  std::uint64_t shape_revision_ = 0, bind_revision_ = 0, pose_revision_ = 0;
};

}  // namespace marrow::view
