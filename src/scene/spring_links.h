// The chains of a scene's springs as far as their joints are there, with indices in place of ids.
#pragma once

#include <vector>

#include "scene/scene.h"

namespace marrow {

/// A joint or a node.
struct SpringStand {
  int node = -1;   ///< index into Scene::nodes; -1: nothing has the id
  int joint = -1;  ///< index into the skeleton's joints; -1: the node itself
  bool operator==(const SpringStand&) const = default;
};
SpringStand stand_of(const Scene& scene, Id target);

/// What is there of a chain: joints of one skeleton, each below the one before it. Joints that are
/// gone are passed over; it ends before one that is not below the one before it.
struct PresentChain {
  int node = -1;              ///< index into Scene::nodes: of the skeleton; -1: nothing is there
  std::vector<int> joints{};  ///< indices into its joints
  std::vector<const SpringJoint*> settings{};  ///< by joints, into the chain
  int end = -1;  ///< the joint whose origin is the last tail; -1: the tip of the last one's bone
};
PresentChain present_chain(const Scene& scene, const SpringChain& chain);

/// A joint that swings.
struct SpringLink {
  int node = 0;                  ///< index into Scene::nodes: of the skeleton
  int joint = 0;                 ///< index into its joints
  std::vector<int> tail_path{};  ///< joints from its child down to the one whose origin is the
                                 ///< tail; none: the tip of its bone
  SpringJoint settings{};
  SpringStand center{};
  std::vector<std::size_t> colliders{};  ///< indices into Springs::colliders, each once
};
/// The links of all chains, by node and joint: parents before children. Mirrored joints do not
/// swing.
std::vector<SpringLink> spring_links(const Scene& scene);

}  // namespace marrow
