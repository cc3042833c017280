// Skins as skeletons: shared ones, their places, joints at rest and posed.
#pragma once

#include <map>
#include <optional>

#include "io/gltf/access.h"
#include "io/gltf/nodes.h"
#include "scene/skeleton.h"

namespace marrow::io {

/// The use of a rig by a skin.
struct SkinUse {
  std::size_t rig = 0;
  glm::dmat4 rig_from_mesh{1.0};  ///< S^-1 M: what stands between B^-1 and the file's inverse bind
                                  ///< matrices; usually the identity
};

/// Joints that move together: skins over the same nodes whose bind matrices agree.
struct Rig {
  std::string name;
  std::vector<int> nodes;  ///< the glTF node of each joint, in the order of the tree: parents first
  std::vector<int> parents;             ///< of each joint: the nearest joint above, or -1
  std::map<int, std::size_t> index_of;  ///< node -> joint
  std::vector<glm::dmat4> bind;         ///< B, skeleton space
  glm::dmat4 world_from_skeleton{1.0};  ///< S
  int above = -1;                       ///< the node above the top-most joints; -1: the world
  bool stands_on_above = false;         ///< S is exactly that node's world matrix
};

struct Rigs {
  std::vector<Rig> rigs;
  std::vector<SkinUse> skins;  ///< one per skin of the file
};

/// S leaves most joints at rest: the node above the joints, a mesh's node, the world, or the first
/// joint's.
Rigs read_rigs(AccessorReader& reader, const tinygltf::Model& model, const NodeTree& tree,
               std::vector<std::string>& warnings);

/// Joints with L = B_p^-1 B and Ul = L^-1 W_p^-1 W from the nodes' places, nodes between joints
/// folded in. The caller sets ids, guess_bones() extents and radii.
Skeleton skeleton_of(const Rig& rig, const tinygltf::Model& model, const NodeTree& tree);

}  // namespace marrow::io
