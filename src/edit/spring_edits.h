// Changes to a scene's springs, which stay valid; op::SetSprings makes the changes a step.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace marrow {

/// The scene's springs; without chains and colliders if it has none.
Springs springs_of(const Scene& scene);

/// The joints that a chain from `joint` would have: down to a leaf, always to the child nearest to
/// the bone's end, but ending before a joint that swings already. Empty if `joint` itself swings.
std::vector<Id> chain_from(const Scene& scene, Id joint);

/// Adds that chain, named after its first joint, and returns its index. Its stiffness, in world
/// units per second, is 10 mean bone lengths per second: for bones of 10 cm that is 1, the usual
/// value of the extension. Precondition: chain_from() is not empty.
std::size_t add_chain(Springs& springs, const Scene& scene, Id joint);

/// Removes a chain, and the groups and colliders that no other chain uses.
void remove_chain(Springs& springs, std::size_t chain);

/// Adds the joints' capsules, as they are at rest, to the colliders of the chain; or removes all
/// colliders of the chain.
void add_colliders(Springs& springs, const Scene& scene, std::size_t chain,
                   const std::vector<Id>& joints);
void remove_colliders(Springs& springs, std::size_t chain);
/// A tapered collider keeps its shape; with an old or new radius of 0 it keeps its tail radius.
void set_collider_radius(SpringCollider& collider, float radius);

/// Makes or replaces the mirror images of the chains that have a joint in `from`, on the other side
/// of the skeleton of scene.nodes[node]: with the same numbers, and gravity and colliders mirrored
/// in the plane of mirror_pairs(). An image's joints leave their old chains. `bind`: B_j, skeleton
/// space.
void mirror_chains(Springs& springs, const Scene& scene, int node, const std::vector<Id>& from,
                   const std::vector<glm::mat4>& bind);

/// Changes a joint of a chain and all below it in the chain.
template <typename Change>
void change_from(Springs& springs, const SpringPlace& place, const Change& change) {
  std::vector<SpringJoint>& joints = springs.chains[place.chain].joints;
  for (std::size_t j = place.joint; j < joints.size(); ++j) change(joints[j]);
}

}  // namespace marrow
