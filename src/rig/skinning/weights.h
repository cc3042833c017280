// From joint lists to weights: the falloffs, and explicit weights that came with a mesh.
#pragma once

#include <string>
#include <vector>

#include "rig/rig.h"

namespace marrow {

/// Unnormalised weight at distance d < r, in double precision: see rig/falloff_formula.h. A listed
/// joint whose weight would round to 0 keeps 1e-7 of the falloff's scale.
double falloff_weight(Falloff falloff, float distance, float radius);

/// Normalised weights of one row by the skeleton's falloff. Inverse distance goes through
/// tasks.inverse_distance_weights, the others are computed here (sums in double). `joints` are
/// indices into skeleton.joints, `distances` belong to them. If there are no usable weights, then
/// `weights` is empty and `problems` says so (see guarded.h).
void weigh_row(const Skeleton& skeleton, const std::vector<int>& joints,
               const std::vector<float>& distances, const Tasks& tasks, std::vector<float>& weights,
               std::vector<std::string>& problems);

/// Distances and normalised weights for every listed joint: see weigh_row. `bind` is B, positions
/// are in skeleton space, lists as find_joints made them: one per position, indices in range. A row
/// whose weights are not finite or too few becomes uncovered; `problems`, when given, says so.
Influences capsule_influences(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                              const std::vector<glm::vec3>& positions, const JointLists& lists,
                              const Tasks& tasks, std::vector<std::string>* problems = nullptr);

/// Ids become indices; entries of joints that are gone and zero weights are dropped, entries of one
/// joint merged, rows sorted by joint and renormalised where they do not sum to 1. A row that loses
/// everything is uncovered.
Influences explicit_influences(const Skeleton& skeleton, const ExplicitWeights& weights);

}  // namespace marrow
