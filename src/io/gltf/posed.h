// Makes a scene of only the deformed surface.
#pragma once

#include "io/export.h"

namespace marrow::io {

/// Bound meshes are in world space, deformed as in `derived`, or at rest if missing there. Rigid
/// meshes in `derived` have their morphed shape. Skeletons, motions and morph targets are removed.
Scene posed_scene(const Scene& scene, const Derived& derived);

}  // namespace marrow::io
