// The spring chains of a scene resolved: indices in place of ids, without joints that the scene
// does not have.
#pragma once

#include <vector>

#include "scene/scene.h"

namespace marrow {

/// A joint or a node by indices.
struct SpringTarget {
  int node = -1;   ///< index into Scene::nodes; -1: nothing has the id
  int joint = -1;  ///< index into the skeleton's joints; -1: the node itself
  bool operator==(const SpringTarget&) const = default;
};
SpringTarget spring_target(const Scene& scene, Id target);

/// The part of a chain that the scene has: joints of one skeleton, each below the joint before it.
/// Leaves out missing joints, and ends before a joint that is not below its predecessor.
struct PresentChain {
  int node = -1;  ///< the skeleton's node, index into Scene::nodes; -1: no joint was found
  std::vector<int> joints{};                   ///< indices into the skeleton's joints
  std::vector<const SpringJoint*> settings{};  ///< one per joint, pointing into the chain
  int end = -1;  ///< the joint whose origin is the last tail; -1: the tip of the last bone
};
PresentChain present_chain(const Scene& scene, const SpringChain& chain);

/// A joint that swings.
struct SpringLink {
  int node = 0;   ///< the skeleton's node, index into Scene::nodes
  int joint = 0;  ///< index into the skeleton's joints
  /// Joints from the child of this joint down to the joint whose origin is the tail. Empty: the
  /// tail is the tip of the bone.
  std::vector<int> tail_path{};
  SpringJoint settings{};
  SpringTarget center{};
  std::vector<std::size_t> colliders{};  ///< indices into Springs::colliders, without duplicates
};
/// The links of all chains, sorted by node and joint, so that parents come before children. Leaves
/// out mirrored joints, which do not swing.
std::vector<SpringLink> spring_links(const Scene& scene);

}  // namespace marrow
