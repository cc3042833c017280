// Scenes of Scotty3D as JSON (.js3d). Learned from CMU-Graphics/Scotty3D, commits 97524f448c01
// (src/scene) and a16b131bb19b (media/js3d), format "js3d-v1".
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/export.h"
#include "io/loaded.h"

namespace marrow::io {

/// Transforms become nodes; a skinned mesh becomes a node with a skeleton, and a mesh below it.
/// Weights in the file are used unchanged. If there are none, or if Marrow computed them from
/// capsules, capsules hold the mesh. Lights, materials, cameras, shapes and the rest are left out,
/// with one warning. Throws Error and Stopped.
Loaded load_js3d(const std::filesystem::path& path, LoadProgress& progress);

/// Writes meshes, skeletons, capsules and the pose. A bone of Scotty3D begins at its parent's tip;
/// to a joint that does not, a link without radius leads from the tip. Returns warnings about what
/// the format cannot hold. Throws Error.
std::vector<std::string> save_js3d(const std::filesystem::path& path, const Scene& scene,
                                   const Derived& derived, const SaveOptions& options);

}  // namespace marrow::io
