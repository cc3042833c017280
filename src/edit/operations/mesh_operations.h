// Edits of a mesh itself.
#pragma once

#include "edit/operations/behavior.h"
#include "rig/doctor/mesh_findings.h"

namespace marrow::op {

/// Repairs a mesh: cured(). All nodes that share the mesh share the new one, and their touch-ups
/// follow its vertices. Refused if no cure changes anything.
struct CureMesh {
  Id mesh_node = kNoId;
  std::vector<MeshCure> cures;
  /// An examination of this mesh, if there is one, saves time. Does not change the result.
  struct Known {
    std::weak_ptr<const ExaminedMesh> examined;
    bool operator==(const Known&) const { return true; }
  } known{};

  MARROW_OPERATION(CureMesh);
  Locks locks(const Scene&) const { return {}; }
};

/// Gives a node another mesh: that of the first node of `from` that has one, at that node's place
/// in the world (new_mesh_of() in edit/operations/new_mesh.h). Id, name, place, skeleton and
/// strength of touch-ups stay. Weights of a file and touch-ups are carried over
/// (rig/transfer/transfer.h). Materials, morph targets and other attributes are those of the new
/// mesh. Other nodes with the old mesh keep it.
struct ReplaceMesh {
  Id mesh_node = kNoId;
  Scene from;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {}; }
  bool operator==(const ReplaceMesh&) const;
};

/// Gives a mesh the present weights of another one, touch-ups included, by the nearest places at
/// rest. The mesh then follows the other mesh's skeleton with these weights, as with weights of a
/// file; its touch-ups are removed.
struct TakeWeights {
  Id mesh_node = kNoId;
  Id source = kNoId;  ///< a mesh that follows a skeleton

  MARROW_OPERATION(TakeWeights);
  Locks locks(const Scene&) const { return {}; }
};

}  // namespace marrow::op
