// The node tree of a glTF file: parents, order, matrices.
#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace tinygltf {
class Model;
}

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

}  // namespace marrow::io
