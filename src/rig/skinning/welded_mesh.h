// The surface that the contract's delta_mush reads.
#pragma once

#include "rig/engine.h"
#include "rig/guarded.h"
#include "scene/connectivity.h"

namespace marrow {

/// The welded surface of a bound mesh.
struct WeldedMesh : guarded::WeldedSurface {
  explicit WeldedMesh(const BoundMesh& mesh);
  /// Call after rows changed.
  void take_rows(const BoundMesh& mesh);

 private:
  Connectivity graph_;
};

}  // namespace marrow
