// The result of a capsule fit (rig/fit/fit.h) as one edit.
#pragma once

#include <utility>

#include "edit/operation.h"
#include "rig/fit/fit.h"

namespace marrow {

/// One step that gives the skeleton these capsules and makes all its meshes use them. Locked joints
/// keep theirs. `what`: the step's name. A sequence without parts if nothing would change.
Operation capsules_operation(const Scene& scene, Id skeleton, const CapsuleSettings& capsules,
                             std::string what);

/// Indices of left and right joints whose bones are mirror images, up to a fiftieth of the
/// skeleton's size.
std::vector<std::pair<int, int>> even_sides(const Scene& scene, Id skeleton);

}  // namespace marrow
