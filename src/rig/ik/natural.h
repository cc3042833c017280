// Which way a straight limb bends. Only rig/ik/*.cpp include it.
#pragma once

#include "rig/ik/objective.h"

namespace marrow {

/// The angles that a solution is pulled towards: the start's, except for a straight limb that has
/// to become shorter; its middle joints are bent far enough for that. (To first order the tip of a
/// straight chain cannot come nearer, so a tiny sideways move of the target would decide the side.)
/// A slight bend is continued. Otherwise limited joints bend where they have most room, others as
/// in a body that looks along +z: a limb that hangs down, like a shin, bends back, others forward.
IkAngles natural_angles(const IkObjective& objective);

}  // namespace marrow
