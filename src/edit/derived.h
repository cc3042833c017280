// Converts the Deformer's results for file writers: the only bridge between rig and io.
#pragma once

#include "io/formats.h"
#include "rig/skinning/deformer.h"

namespace marrow {

/// Influences and deformed surface of every bound or morphed mesh, one row per source vertex, world
/// space, and motions whose inverse kinematics became keys. Precondition: `deformer` was updated
/// with this scene. Rigid meshes without morphing are left out: io places them by their node.
io::Derived derived_from(const Deformer& deformer, const Scene& scene);
/// Uses a temporary Deformer, for work outside the window.
io::Derived derived_from(const Tasks& tasks, const Scene& scene);

}  // namespace marrow
