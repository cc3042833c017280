// Meshes of an FBX file: polygons, corners, blend shapes, weights.
#pragma once

#include <map>
#include <memory>

#include "io/fbx/fbx_document.h"
#include "io/gltf/gltf_mesh.h"
#include "io/memory_budget.h"

namespace marrow::io {

/// A shape of a blend channel: one of the mesh's morph targets.
struct FbxTarget {
  const ufbx_blend_channel* channel = nullptr;
  std::size_t key = 0;  ///< index into the channel's keyframes
};

/// The share of each of a channel's shapes at a weight, as FBX blends in-betweens: linear between
/// the two nearest weights (0: the mesh itself), extrapolated beyond the last.
std::vector<double> shares_of(const ufbx_blend_channel& channel, double weight);

/// One mesh of the document: a mesh of the file with the materials of a node, which may differ
/// between the nodes that show it.
struct FbxMesh {
  const ufbx_mesh* mesh = nullptr;
  std::vector<int> materials;  ///< index in the document, by the node's material; -1: none
  std::vector<FbxTarget> targets;
  const ufbx_skin_deformer* skin = nullptr;
  std::vector<std::size_t> joint_of_cluster;  ///< index into the joints of the document's skin
};

/// The mesh has positions, polygons of at least three corners, normals, first texture coordinates,
/// colors that are equal on all corners of a vertex, shapes and weights. `joints`: as in MadeGltf.
std::shared_ptr<Mesh> made_mesh(const FbxMesh& source, const std::vector<Id>& joints,
                                MaterialReader& materials, MemoryBudget& budget, MeshNotes& notes,
                                FbxNotes& fbx_notes);

/// All shapes of a mesh, channel by channel.
std::vector<FbxTarget> targets_of(const ufbx_mesh& mesh);
/// The name of the shape's channel; for an in-between the shape's own name.
std::string name_of(const FbxTarget& target);

}  // namespace marrow::io
