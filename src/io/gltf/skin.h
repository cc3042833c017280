// Reads the node tree of a glTF file, and makes skeletons of its skins: which skins share a
// skeleton, where the skeleton is in the world, its joints at rest and posed.
//
// B, L, Ul, W: README.md. M: the world matrix of the node with a mesh. S: world_from_skeleton.
#pragma once

#include <map>
#include <optional>

#include "io/gltf/access.h"
#include "scene/skeleton.h"

namespace marrow::io {

struct NodeTree {
  std::vector<int> parent;        ///< -1: a root
  std::vector<int> order;         ///< all nodes, parents before children, subtrees together
  std::vector<int> rank;          ///< index of a node in `order`
  std::vector<int> subtree_end;   ///< one past the highest rank in a node's subtree
  std::vector<glm::dmat4> local;  ///< zero scales made tiny, so that every matrix inverts
  std::vector<glm::dmat4> world;  ///< world matrices; for a joint: S W
  /// The node belongs to the default scene; in a file without scenes: true for all.
  std::vector<char> is_in_scene;

  /// True if `ancestor` is `node` itself or an ancestor of it.
  bool is_in_subtree(int node, int ancestor) const {
    const auto n = std::size_t(node), a = std::size_t(ancestor);
    return rank[a] <= rank[n] && rank[n] < subtree_end[a];
  }
};

/// Precondition: gltf/check/shape.cpp accepted the file (no cycles, at most one parent per node).
/// Iterative, because chains may be deep.
NodeTree read_nodes(const tinygltf::Model& model, std::vector<std::string>& warnings);

/// Which skeleton a skin uses, and the transform between the skin's mesh and the skeleton.
struct SkinUse {
  std::size_t rig = 0;  ///< index in FileSkeletons::rigs
  /// S^-1 M at bind: B is this times the inverse of the file's inverse bind matrix. Usually the
  /// identity.
  glm::dmat4 rig_from_mesh{1.0};
};

/// A skeleton of the file. Skins with joints in common share it if their bind matrices agree.
struct FileSkeleton {
  std::string name;
  std::vector<int> nodes;    ///< the glTF node of each joint, parents first
  std::vector<int> parents;  ///< of each joint: index of the nearest ancestor joint; -1: none
  std::map<int, std::size_t> index_of;  ///< node -> joint
  std::vector<glm::dmat4> bind;         ///< B, skeleton space
  glm::dmat4 world_from_skeleton{1.0};  ///< S
  /// The lowest node above all joints; -1: the world.
  int parent_node = -1;
  bool space_is_parent = false;  ///< S is exactly the world matrix of `parent_node`
};

struct FileSkeletons {
  std::vector<FileSkeleton> rigs;
  std::vector<SkinUse> skins;  ///< one per skin of the file
};

/// The skeletons of a file's skins. A file with neither skins nor meshes, such as a motion (.vrma),
/// gets one skeleton per tree of moved nodes; the nodes' transforms are its rest pose. `figure`:
/// nodes that are parts of a body; they count as moved.
///
/// S is chosen from four candidates: the world matrix of FileSkeleton::parent_node, the S with
/// which the first mesh is where it was bound, the identity, and the S with which the first joint
/// is in its rest pose. With the chosen one the most joints are in their rest pose.
FileSkeletons read_skeletons(AccessorReader& reader, const tinygltf::Model& model,
                             const NodeTree& tree, const std::map<int, std::string>& figure,
                             std::vector<std::string>& warnings);

/// Makes joints: L = B_p^-1 B, and Ul = L^-1 W_p^-1 W from the nodes' world matrices. So the
/// transforms of nodes between a joint and its parent become part of the joint's transform. The
/// caller sets ids; guess_bones() sets extents and radii.
Skeleton skeleton_of(const FileSkeleton& rig, const tinygltf::Model& model, const NodeTree& tree);

/// Corrects rest poses of joints that move no vertex, such as the end of a finger. Exporters write
/// the identity as the inverse bind matrix of such a joint, which puts the joint at the skeleton's
/// origin. If its distance from the parent joint and the distance between the two nodes then differ
/// by a factor above 1.5, the joint's L becomes L Ul, and its Ul the identity. No joint's W
/// changes, and no other joint's B. `moves_no_vertex`: one per joint. Returns the number of
/// corrected joints.
std::size_t correct_idle_joints(Skeleton& skeleton, const FileSkeleton& rig,
                                const std::vector<char>& moves_no_vertex);

}  // namespace marrow::io
