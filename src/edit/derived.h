// From what the Deformer computed to what a file writer needs: the one bridge between rig and io, for the editor's save and for batch
// commands alike.
#pragma once

#include "io/formats.h"
#include "rig/deformer.h"

namespace marrow {

/// Influences and the deformed surface of every bound mesh of `scene`, one row a source vertex, world space. Precondition: `deformer` was
/// updated with this scene. Rigid meshes are left out: io places them by their node.
io::Derived derived_from(const Deformer& deformer, const Scene& scene);

}  // namespace marrow
