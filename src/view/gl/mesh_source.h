// Tells what of a deformed mesh is new since it was last looked at.
#pragma once

#include <cstdint>

#include "rig/skinning/deformer.h"

namespace marrow::view {

/// What was read last, by its revisions.
class MeshSource {
 public:
  struct Changes {
    bool shape = false;  ///< everything
    bool order = false;  ///< in which vertices are drawn
    bool rest = false;   ///< the vertices that are skinned
    bool bind = false;   ///< influences
    bool pose = false;   ///< positions and normals
  };
  /// What differs from the last call; all of it at the first.
  Changes take(const DeformedMesh& mesh);

 private:
  std::uint64_t shape_revision_ = 0, order_revision_ = 0, rest_revision_ = 0, bind_revision_ = 0,
                pose_revision_ = 0;
};

}  // namespace marrow::view
