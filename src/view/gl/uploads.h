// What has to be uploaded to the GPU for one picture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "rig/skinning/deformer.h"

namespace marrow::view {

/// Counts uploads.
struct Uploads {
  std::size_t count = 0;  ///< arrays
  std::size_t bytes = 0;  ///< their bytes
  void add(std::size_t more) {
    ++count;
    bytes += more;
  }
};

/// Tracks which parts of a deformed mesh changed since the last query.
class MeshSource {
 public:
  struct Changes {
    bool shape = false;  ///< everything
    bool order = false;  ///< the order in which vertices are drawn
    bool rest = false;   ///< the vertices before skinning
    bool bind = false;   ///< influences
    bool pose = false;   ///< positions and normals
  };
  /// Returns the changes since the last call; everything at the first call.
  Changes take(const DeformedMesh& mesh) {
    const auto differs = [](std::uint64_t& read, std::uint64_t now) {
      return std::exchange(read, now) != now;
    };
    Changes changes;
    changes.shape = differs(shape_revision_, mesh.shape_revision);
    changes.order = differs(order_revision_, mesh.order_revision) || changes.shape;
    changes.rest = differs(rest_revision_, mesh.rest_revision) || changes.shape;
    changes.bind = differs(bind_revision_, mesh.bind_revision) || changes.shape;
    changes.pose = differs(pose_revision_, mesh.pose_revision) || changes.order;
    return changes;
  }

 private:
  std::uint64_t shape_revision_ = 0, order_revision_ = 0, rest_revision_ = 0, bind_revision_ = 0,
                pose_revision_ = 0;
};

}  // namespace marrow::view
