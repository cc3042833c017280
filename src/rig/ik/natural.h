// Which way a straight limb bends when its tip is drawn in. Only ik_*.cpp include it.
#pragma once

#include "rig/ik/objective.h"

namespace marrow {

/// The angles that a solution is pulled towards: those of the start, but where a limb is stretched
/// out straight and a target asks for it to be shorter, its middle joints bent by as much as that
/// takes. A straight chain gives least squares no hint: its tip can come no nearer to first order,
/// and the least sideways move of the target would decide to which side it folds. A trace of a bend
/// is followed. Without one, limited joints bend where they have most room, and others as a body
/// that looks along +z does: what hangs down like a shin goes back, everything else goes forward.
IkAngles natural_angles(const IkObjective& objective);

}  // namespace marrow
