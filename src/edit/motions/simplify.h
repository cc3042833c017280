// Reduces the keys of a motion, for files that have one per frame.
#pragma once

#include <cstddef>

#include "base/progress.h"
#include "scene/scene.h"

namespace marrow {

struct SimplifiedMotion {
  Motion motion;
  std::size_t keys_before = 0, keys_after = 0;
  double error = 0.0;  ///< the largest distance from the old motion, world units
};

/// Drops keys of linear and step channels. At the times of all old keys, every measured point stays
/// within `tolerance` (world units, >= 0) of its old place: origins and bone ends of joints,
/// corners of the boxes around rigid meshes, and the vertices that morph targets move farthest.
/// Cubic channels keep their keys, as do tracks whose target does not exist. Each channel is
/// thinned by Douglas and Peucker (1973) with its own tolerance, angles weighted by the distance to
/// the farthest point that they move; bisection finds the largest tolerances that keep the whole
/// within `tolerance`. Uses several threads. Returns the motion unchanged if `progress` stops it.
SimplifiedMotion simplified(const Scene& scene, const Motion& motion, double tolerance,
                            const ProgressCallback& progress = {});

std::size_t number_of_keys(const Motion& motion);

}  // namespace marrow
