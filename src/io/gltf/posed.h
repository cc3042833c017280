// The deformed surface alone, as a scene that holds nothing else.
#pragma once

#include "io/export.h"

namespace marrow::io {

/// Bound meshes stand in the world as `derived` has them, or at rest where it has nothing of them;
/// rigid ones that it has have taken the shape that their morph targets give them. Skeletons,
/// motions and the targets are gone.
Scene posed_scene(const Scene& scene, const Derived& derived);

}  // namespace marrow::io
