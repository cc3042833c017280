// From joint lists to weights: the three falloffs, and explicit weights that came with a mesh.
#pragma once

#include "rig/rig.h"

namespace marrow {

/// Unnormalised weight at distance d < r: see Falloff. A listed joint whose weight would round to 0 keeps 1e-7 of the falloff's scale.
double falloff_weight(Falloff falloff, float distance, float radius);

/// Distances and normalised weights for every listed joint. Inverse distance goes through tasks.inverse_distance_weights, the others are
/// computed here (sums in double). `bind` is B, positions are in skeleton space, lists as find_joints made them.
Influences capsule_influences(const Skeleton& skeleton, const std::vector<glm::mat4>& bind, const std::vector<glm::vec3>& positions,
                              const JointLists& lists, const Tasks& tasks);

/// Ids become indices; entries of joints that are gone are dropped and their rows renormalised; rows sorted by joint.
Influences explicit_influences(const Skeleton& skeleton, const ExplicitWeights& weights);

}  // namespace marrow
