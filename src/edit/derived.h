// Converts results of the Deformer to the input of file writers. It is the only bridge between rig
// and io, for the editor and for batch commands.
#pragma once

#include <functional>
#include <vector>

#include "io/formats.h"
#include "rig/skinning/deformer.h"

namespace marrow {

/// Influences and the deformed surface of every bound or morphed mesh of `scene`, one row per
/// source vertex, world space. Precondition: `deformer` was updated with this scene. Rigid meshes
/// that no morph target moves are left out: io places them by their node.
io::Derived derived_from(const Deformer& deformer, const Scene& scene);

/// v' and n', one per shading vertex, as DeformedMesh gives them, computed elsewhere. Resizes both.
using SkinnedElsewhere = std::function<void(
    const DeformedMesh& mesh, std::vector<glm::vec3>& positions, std::vector<glm::vec3>& normals)>;
io::Derived derived_from(const Deformer& deformer, const Scene& scene,
                         const SkinnedElsewhere& skin);

}  // namespace marrow
