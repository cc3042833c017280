// Finds the roles of a figure's joints by where they are, for joints without telling names.
#pragma once

#include <vector>

#include "scene/joint_roles.h"

namespace marrow {

/// One role per joint of a standing figure (y up, facing +z, one root: the hips), by the rest pose
/// alone; fingers, ears and the like have none. Empty where the shape leaves a doubt: unless the
/// trunk has two legs that lead down from the hips and two arms further up whose hands are above
/// the knees, each of a length that arms and legs have.
std::vector<JointRole> roles_by_shape(const Skeleton& skeleton);

}  // namespace marrow
