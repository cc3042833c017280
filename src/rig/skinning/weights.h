// From joint lists to weights: falloffs, and explicit weights that came with a mesh.
#pragma once

#include <string>
#include <vector>

#include "rig/rig.h"

namespace marrow {

/// Weight at distance d < r before normalizing, in double (rig/falloff_formula.h). At least 1e-7 of
/// the falloff's scale, so that rounding drops no listed joint.
double falloff_weight(Falloff falloff, float distance, float radius);

/// Normalized weights of one row by a falloff: inverse distance by tasks.inverse_distance_weights,
/// others computed here (sums in double). One distance and radius per joint of the row. If no
/// usable weights result, `weights` is empty and `problems` names the reason (see guarded.h).
void weigh_row(Falloff falloff, const std::vector<float>& distances,
               const std::vector<float>& radii, const Tasks& tasks, std::vector<float>& weights,
               std::vector<std::string>& problems);

/// The lists of the skeleton's capsules, by tasks.find_joints. The contract knows one radius per
/// bone: for a tapered capsule find_joints gets the larger one, and joints without d < r(t) are
/// dropped afterwards, with d by tasks.closest_on_line_segment.
JointLists capsule_lists(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                         const std::vector<glm::vec3>& positions, const Tasks& tasks,
                         std::vector<std::string>& problems);

/// Distances and normalized weights of every listed joint (weigh_row). `bind` is B, positions are
/// in skeleton space; `lists` come from capsule_lists(): one per position, indices in range. A row
/// with too few or infinite weights becomes uncovered; `problems`, if given, gets the reason.
Influences capsule_influences(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                              const std::vector<glm::vec3>& positions, const JointLists& lists,
                              const Tasks& tasks, std::vector<std::string>* problems = nullptr);

/// Rows from a mesh's own weights. Ids become indices; entries of missing joints and zero weights
/// are dropped, entries of one joint merged, rows sorted by joint and normalized if they do not sum
/// to 1. A row that becomes empty is uncovered.
Influences explicit_influences(const Skeleton& skeleton, const ExplicitWeights& weights);

}  // namespace marrow
