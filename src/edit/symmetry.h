// Edits of both sides of the body at once.
#pragma once

#include "edit/operation.h"

namespace marrow {

/// The operation together with its mirror image on the partners (by name) of the joints that it
/// names, as one step. The partner comes to stand as the mirror image across the plane of
/// mirror_pairs(), whatever stood there before and whatever way its axes run: poses as by
/// mirrored_entries(), tips, bases, extents and radii by where they are at bind. A new joint below
/// a paired one, or with a side in its name, gets a partner ("joint.L" and "joint.R"), and so does
/// one without a name that leads out of the middle (a clavicle, a thigh); splitting, deleting,
/// hanging elsewhere and renaming go to both. Joints in the middle, joints without a partner, those
/// whose partner is locked or named too are edited as asked. The operation itself when it has no
/// image (or when apply() would refuse it), and so for what was made symmetric already. Edits of
/// whole skeletons, of nodes, locks, pins and limits have none.
Operation with_symmetry(const Scene& scene, const Operation& operation, const Tasks& tasks);

}  // namespace marrow
