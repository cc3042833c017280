// A new mesh on an old rig, and weights taken from another mesh.
#pragma once

#include <string>

#include "edit/operations/behavior.h"
#include "rig/transfer/transfer.h"

namespace marrow {

/// The mesh of a file for op::ReplaceMesh.
struct NewMesh {
  Scene scene;         ///< one rigid node at its place in the world; empty: see `reason`
  std::string reason;  ///< why the file has none, a sentence
};

/// If the file has several meshes: the one named `name`; without a name the one named like the
/// node, else the one whose bounds fit the old mesh best. Keeps the mesh's place in the file, or
/// uses the old mesh's place if that fits better.
NewMesh new_mesh_of(const Scene& file, const Scene& scene, Id mesh_node,
                    const std::string& name = {});

/// The effect of op::ReplaceMesh or op::TakeWeights, with the numbers of found and filled vertices.
struct MeshEdit {
  Applied applied;
  TransferCounts counts;
};
MeshEdit with_new_mesh(const Scene& scene, Id mesh_node, const Scene& from);
MeshEdit with_weights_of(const Scene& scene, Id mesh_node, Id source, const Tasks& tasks);
/// As with_weights_of(), with a `source` in another scene; both meshes at their places in the
/// world. If the mesh follows a skeleton, it keeps it, and joints are found by name; otherwise all
/// of `other` is added to the scene.
MeshEdit with_weights_from(const Scene& scene, Id mesh_node, const Scene& other, Id source,
                           const Tasks& tasks);

/// "950 of 1000 vertices found their weights, 50 were filled in smoothly". Empty if nothing was
/// carried.
std::string words_of(const TransferCounts& counts);

}  // namespace marrow
