// Edits of both sides of the body at once.
#pragma once

#include "edit/operation.h"

namespace marrow {

/// The operation together with its mirror image on the partners (by name) of its joints, as one
/// step. The partner becomes the mirror image across the plane of mirror_pairs(), whatever was
/// there and however its axes run: poses as by mirrored_entries(), tips, bases, extents and radii
/// by their places at bind. A new joint below a paired one, or with a side in its name, gets a
/// partner ("joint.L" and "joint.R"), and so does an unnamed one that leads out of the middle (a
/// clavicle, a thigh); splitting, deleting, reparenting and renaming go to both. Joints in the
/// middle, without a partner, or with a locked or named partner are edited as asked. The operation
/// itself when it has no image, when apply() would refuse it, or when its result is symmetric
/// already. Edits of whole skeletons, of nodes, locks, pins and limits have none.
Operation with_symmetry(const Scene& scene, const Operation& operation, const Tasks& tasks);

}  // namespace marrow
