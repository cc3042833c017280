// Edits that go to both sides of the body at once.
#pragma once

#include "edit/operation.h"

namespace marrow {

/// The operation together with its mirror image on the partners (by name) of the joints that it names, as one step: increments are
/// reflected in the plane of mirror_pairs(), radii and extents follow, a new joint below a paired one gets a partner. Joints in the middle
/// and joints without a partner are edited as asked. The operation itself when it has no image (or names both sides already).
Operation with_symmetry(const Scene& scene, const Operation& operation, const Tasks& tasks);

}  // namespace marrow
