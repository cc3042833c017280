// Functions that op::SolveIk and edit/ik_edits.h share. Only the .cpp files of edit/ include it.
#pragma once

#include <string>
#include <vector>

#include "rig/ik/ik.h"
#include "scene/scene.h"

namespace marrow {

/// One flag per joint: joints of `held` and their ancestors, which would move them.
std::vector<char> held_in(const Skeleton& skeleton, const std::vector<Id>& held);

/// ik_chain() without held joints.
std::vector<int> free_for(const Skeleton& skeleton, int joint, bool whole_body,
                          const std::vector<char>& is_held);

/// The reason why a tip cannot be placed: a joint above it has a zero scale. Empty without one.
std::string why_flat(const Scene& scene, int node, int joint);
/// The reason if no free joint moves a tip.
std::string why_idle(const Joint& joint);

}  // namespace marrow
