// Fewer keys for the same motion: of files that have one for every frame.
#pragma once

#include <cstddef>

#include "base/progress.h"
#include "scene/scene.h"

namespace marrow {

struct SimplifiedMotion {
  Motion motion;
  std::size_t keys_before = 0, keys_after = 0;
  double error = 0.0;  ///< the largest distance of simplified(), world units
};

/// Leaves out keys of linear and step channels, so that at all times of the keys that were there
/// everything stays within `tolerance` (world units, >= 0) of where it was: origins and bone ends
/// of joints, corners of the boxes around rigid meshes, and what morph targets move farthest. Cubic
/// channels keep their keys, as do tracks whose target is gone. Each channel is thinned by Douglas
/// and Peucker (1973) with a tolerance of its own, angles counted by the distance to what they move
/// farthest; the widest of them that keeps the whole within `tolerance` is found by halving.
/// Several threads. Stopped by `progress` the motion comes back as it was.
SimplifiedMotion simplified(const Scene& scene, const Motion& motion, double tolerance,
                            const ProgressCallback& progress = {});

std::size_t number_of_keys(const Motion& motion);

}  // namespace marrow
