// Edits of a mesh itself.
#pragma once

#include "edit/operations/behavior.h"
#include "rig/doctor/mesh_findings.h"

namespace marrow::op {

/// Repairs a mesh: cured(). All nodes that share it share the new one, and their touch-ups follow
/// its vertices. Refused if no cure changes anything.
struct CureMesh {
  Id mesh_node = kNoId;
  std::vector<MeshCure> cures;
  /// Saves an examination if it is of this mesh. Does not change what the edit does.
  struct Known {
    std::weak_ptr<const ExaminedMesh> examined;
    bool operator==(const Known&) const { return true; }
  } known{};

  MARROW_OPERATION(CureMesh);
  Locks locks(const Scene&) const { return {}; }
};

}  // namespace marrow::op
