// The direction in which a straight limb bends when its tip is pulled in. Only rig/ik/*.cpp include
// it.
#pragma once

#include "rig/ik/objective.h"

namespace marrow {

/// The angles that a solution is pulled towards. They are those of the start, except in a straight
/// limb that has to become shorter: its middle joints are bent by as much as that takes. (To first
/// order the tip of a straight chain cannot come nearer, so the smallest sideways move of the
/// target would decide to which side it folds.) If there is a slight bend already, then it is
/// followed. Otherwise limited joints bend where they have most room, and others like those of a
/// body that looks along +z: a limb that hangs down like a shin goes back, all others go forward.
IkAngles natural_angles(const IkObjective& objective);

}  // namespace marrow
