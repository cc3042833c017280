// Tracks which parts of a deformed mesh changed since the last query.
#pragma once

#include <cstdint>

#include "rig/skinning/deformer.h"

namespace marrow::view {

/// The revisions that were read last.
class MeshSource {
 public:
  struct Changes {
    bool shape = false;  ///< everything, as at first
    bool order = false;  ///< the order in which vertices are drawn
    bool rest = false;   ///< the vertices before skinning
    bool bind = false;   ///< influences
    bool pose = false;   ///< positions and normals
  };
  /// Returns the changes since the last call; everything at the first call.
  Changes take(const DeformedMesh& mesh);

 private:
  std::uint64_t shape_revision_ = 0, order_revision_ = 0, rest_revision_ = 0, bind_revision_ = 0,
                pose_revision_ = 0;
};

}  // namespace marrow::view
