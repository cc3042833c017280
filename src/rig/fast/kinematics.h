// Forward kinematics of the contract (rig.h, task 1) with vectors of doubles. Results equal the
// textbook's to the last bit: the same products and sums in the same order, several at a time.
#pragma once

#include <vector>

#include "scene/skeleton.h"

namespace marrow::fast {

/// W, one per joint.
std::vector<glm::mat4> posed_matrices(const Skeleton& skeleton);

/// T, one per joint. `posed` and `bind` have the same size and are affine.
std::vector<glm::mat4> skinning_matrices(const std::vector<glm::mat4>& posed,
                                         const std::vector<glm::mat4>& bind);

}  // namespace marrow::fast
