// The tree of nodes: their places, parents, and the bindings of meshes.
#pragma once

#include "edit/operations/behavior.h"

namespace marrow::op {

struct SetNodeLocal {
  Id node = kNoId;
  glm::mat4 local{1.0f};

  MARROW_OPERATION(SetNodeLocal);
  Locks locks(const Scene&) const { return {}; }
};

/// Adds an empty skeleton at the parent node's origin.
struct AddSkeleton {
  std::string name = "Skeleton";
  Id parent = kNoId;

  MARROW_OPERATION(AddSkeleton);
  Locks locks(const Scene&) const { return {}; }
};

/// Import: adds the nodes with new ids (merged()).
struct AddNodes {
  Scene nodes;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {}; }
  bool operator==(const AddNodes&) const;
};

/// Deletes a node with everything below it. Meshes bound to a deleted skeleton become rigid.
struct DeleteNode {
  Id node = kNoId;

  MARROW_OPERATION(DeleteNode);
  Locks locks(const Scene&) const { return {}; }
};

/// Gives a node another parent; the node keeps its place in the world. Below a joint it becomes a
/// prop, which follows that joint rigidly; a bound mesh is unbound then and gets its place at rest.
struct ReparentNode {
  Id node = kNoId;
  Id new_parent = kNoId;  ///< a node or a joint; kNoId: the scene

  MARROW_OPERATION(ReparentNode);
  Locks locks(const Scene&) const { return {}; }
};

/// Binds a mesh to a skeleton. A prop leaves its joint and keeps its place at rest.
struct Bind {
  Id mesh_node = kNoId;
  Id skeleton_node = kNoId;  ///< kNoId: unbind

  MARROW_OPERATION(Bind);
  Locks locks(const Scene&) const { return {}; }
};

struct UseExplicitWeights {
  Id mesh_node = kNoId;
  bool use = true;  ///< false: use the capsules

  MARROW_OPERATION(UseExplicitWeights);
  Locks locks(const Scene&) const { return {}; }
};

/// Sets weights of morph targets: any finite numbers, usually 0 to 1.
struct SetMorphWeights {
  Id mesh_node = kNoId;
  std::vector<std::size_t> shapes;  ///< indices into Mesh::morph_targets
  std::vector<float> weights;       ///< one per shape

  MARROW_OPERATION(SetMorphWeights);
  Locks locks(const Scene&) const { return {}; }
};

/// Recalculates normals from the faces: with_recalculated_normals(). Nodes that share a mesh still
/// share one afterwards.
struct RecalculateNormals {
  std::vector<Id> mesh_nodes;

  MARROW_OPERATION(RecalculateNormals);
  Locks locks(const Scene&) const { return {}; }
};

struct SetVisible {
  Id node = kNoId;
  bool visible = true;

  MARROW_OPERATION(SetVisible);
  Locks locks(const Scene&) const { return {}; }
};

}  // namespace marrow::op

namespace marrow {

/// True for a mesh that a new skeleton binds: it follows neither a skeleton nor a joint.
bool is_unbound_mesh(const Scene& scene, int node);

/// A scene as part of an operation's line.
void line_scene(Line& line, Scene& scene);

/// op::ApplyIncrement for nodes: every target must be a node.
Applied incremented_nodes(const Scene& scene, const std::vector<Id>& targets,
                          const glm::mat4& increment);

}  // namespace marrow
