// The node tree of a glTF file, and its skins as skeletons: which skins share one, where it is, its
// joints at rest and posed.
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
  std::vector<int> subtree_end;   ///< one past the rank of the last node below a node
  std::vector<glm::dmat4> local;  ///< zero scales made tiny, so that every matrix inverts
  std::vector<glm::dmat4> world;  ///< for a joint: S times its W
  /// Reachable from the default scene; in a file without scenes: all.
  std::vector<char> is_in_scene;

  /// True if `ancestor` is an ancestor of `node`, or `node` itself.
  bool is_below(int node, int ancestor) const {
    const auto n = std::size_t(node), a = std::size_t(ancestor);
    return rank[a] <= rank[n] && rank[n] < subtree_end[a];
  }
};

/// Precondition: the shape was checked (no cycles, at most one parent each). Not recursive, because
/// chains may be long.
NodeTree read_nodes(const tinygltf::Model& model, std::vector<std::string>& warnings);

/// The use of a rig by a skin.
struct SkinUse {
  std::size_t rig = 0;
  /// S^-1 M: the factor between B^-1 and the file's inverse bind matrices; usually the identity
  glm::dmat4 rig_from_mesh{1.0};
};

/// One skeleton for all skins over the same nodes whose bind matrices agree.
struct Rig {
  std::string name;
  std::vector<int> nodes;               ///< the glTF node of each joint, parents first
  std::vector<int> parents;             ///< of each joint: the nearest ancestor joint; -1: none
  std::map<int, std::size_t> index_of;  ///< node -> joint
  std::vector<glm::dmat4> bind;         ///< B, skeleton space
  glm::dmat4 world_from_skeleton{1.0};  ///< S
  int above = -1;                       ///< the parent node of the top-most joints; -1: the world
  bool stands_on_above = false;         ///< S is exactly the world matrix of `above`
};

struct Rigs {
  std::vector<Rig> rigs;
  std::vector<SkinUse> skins;  ///< one per skin of the file
};

/// The skeletons of a file's skins. A file without skins and meshes that moves nodes has the trees
/// that it moves as skeletons, at rest as the nodes are: a motion alone, such as a .vrma file's.
/// `figure`: nodes that are parts of a body whether they move or not. S is the candidate with which
/// most joints are at rest: the node above the joints, a mesh's node, the world, or the first
/// joint's node.
Rigs read_rigs(AccessorReader& reader, const tinygltf::Model& model, const NodeTree& tree,
               const std::map<int, std::string>& figure, std::vector<std::string>& warnings);

/// Makes joints with L = B_p^-1 B and Ul = L^-1 W_p^-1 W from the nodes' world matrices; nodes
/// between joints are folded in. The caller sets ids; guess_bones() sets extents and radii.
Skeleton skeleton_of(const Rig& rig, const tinygltf::Model& model, const NodeTree& tree);

/// Exporters write the identity as the inverse bind matrix of a joint that moves no vertex, such as
/// the end of a finger: at rest it would be at the skeleton's origin. Where its distance from its
/// parent then differs from the distance between their nodes, its rest becomes its node's place
/// below the parent. No joint's W changes, and no other joint's B. `is_idle`: one per joint, true
/// if it moves no vertex. Returns the number of corrected joints.
std::size_t correct_idle_joints(Skeleton& skeleton, const Rig& rig,
                                const std::vector<char>& is_idle);

}  // namespace marrow::io
