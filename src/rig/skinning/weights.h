// From joint lists to weights: the falloffs, and explicit weights that came with a mesh.
#pragma once

#include <string>
#include <vector>

#include "rig/rig.h"

namespace marrow {

/// Unnormalised weight at distance d < r, in double (rig/falloff_formula.h). A listed joint whose
/// weight would round to 0 keeps 1e-7 of the falloff's scale.
double falloff_weight(Falloff falloff, float distance, float radius);

/// Normalised weights of one row by a falloff: inverse distance by
/// tasks.inverse_distance_weights, others computed here (sums in double). Distances and radii are
/// those of the row's joints. Without usable weights `weights` is empty and `problems` says so (see
/// guarded.h).
void weigh_row(Falloff falloff, const std::vector<float>& distances,
               const std::vector<float>& radii, const Tasks& tasks, std::vector<float>& weights,
               std::vector<std::string>& problems);

/// The lists of the skeleton's capsules, by tasks.find_joints. That knows one radius a bone: for
/// tapered capsules it gets the larger one, and what d < r(t) does not hold is dropped, with d by
/// tasks.closest_on_line_segment.
JointLists capsule_lists(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                         const std::vector<glm::vec3>& positions, const Tasks& tasks,
                         std::vector<std::string>& problems);

/// Distances and normalised weights of every listed joint (weigh_row). `bind` is B, positions in
/// skeleton space, lists from capsule_lists(): one per position, indices in range. A row with too
/// few or infinite weights becomes uncovered; `problems`, if given, says so.
Influences capsule_influences(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                              const std::vector<glm::vec3>& positions, const JointLists& lists,
                              const Tasks& tasks, std::vector<std::string>* problems = nullptr);

/// Ids become indices; entries of missing joints and zero weights are dropped, entries of one joint
/// merged, rows sorted by joint and renormalised where they do not sum to 1. An emptied row is
/// uncovered.
Influences explicit_influences(const Skeleton& skeleton, const ExplicitWeights& weights);

}  // namespace marrow
