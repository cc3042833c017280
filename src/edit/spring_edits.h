// Changes to a scene's springs. All leave them valid; op::SetSprings makes steps of them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace marrow {

/// The scene's springs; without chains and colliders if it has none.
Springs springs_of(const Scene& scene);

/// The joints that a chain from `joint` would have: down to the leaf along the straightest child,
/// and not beyond a joint that swings already. Empty where `joint` itself does.
std::vector<Id> chain_from(const Scene& scene, Id joint);

/// Adds that chain, named after its first joint, and returns its index. Stiffness counts in world
/// units: a new chain's is 10 of its mean bone lengths a second, which is the extension's usual 1
/// for bones of 10 cm. Precondition: chain_from() is not empty.
std::size_t add_chain(Springs& springs, const Scene& scene, Id joint);

/// Takes a chain out, and groups and colliders that no other chain names.
void remove_chain(Springs& springs, std::size_t chain);

/// Adds the joints' capsules, as they are at rest, to the colliders of the chain, or removes them.
void add_colliders(Springs& springs, const Scene& scene, std::size_t chain,
                   const std::vector<Id>& joints);
void remove_colliders(Springs& springs, std::size_t chain);
/// A tapered one keeps its shape; from or to 0 the radius at its tail.
void set_collider_radius(SpringCollider& collider, float radius);

/// Chains that hold one of `from` are made, or made anew, on the other side of the skeleton of
/// scene.nodes[node]: with the same numbers, gravity and colliders as in the mirror of
/// mirror_pairs(). Joints there leave the chains that they were in. `bind`: B_j, skeleton space.
void mirror_chains(Springs& springs, const Scene& scene, int node, const std::vector<Id>& from,
                   const std::vector<glm::mat4>& bind);

/// Changes a joint of a chain and all below it in the chain.
template <typename Change>
void change_from(Springs& springs, const SpringPlace& place, const Change& change) {
  std::vector<SpringJoint>& joints = springs.chains[place.chain].joints;
  for (std::size_t j = place.joint; j < joints.size(); ++j) change(joints[j]);
}

}  // namespace marrow
