// A scene with nothing but the deformed surface.
#pragma once

#include "io/export.h"

namespace marrow::io {

/// Bound meshes are in world space, deformed as in `derived`, or at rest if it lacks them. Rigid
/// meshes in `derived` have the shape that their morph targets give them. Skeletons, motions and
/// morph targets are removed.
Scene posed_scene(const Scene& scene, const Derived& derived);

}  // namespace marrow::io
