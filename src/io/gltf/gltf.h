// glTF 2.0, .glb and .gltf: the scene file, and exchange with other programs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/export.h"
#include "io/load_progress.h"
#include "io/loaded.h"

namespace marrow::io {

/// Our own file gives the saved scene (editor_data.h); any other is imported: nodes, meshes, skins;
/// bone ends and radii guessed. Does not check why_invalid(), load() does. Throws Error with a JSON
/// pointer.
Loaded load_gltf(const std::filesystem::path& path, LoadProgress& progress);

/// The bytes of a file: nodes, meshes, skins, joints and weights in the standard places, so that
/// any viewer shows the posed mesh; for Purpose::scene with the editor's data in extras; for
/// Purpose::posed the deformed surface alone. Buffers are inside, so one rename replaces all.
std::string gltf_from_scene(const Scene& scene, const Derived& derived, const SaveOptions& options,
                            bool binary, std::vector<std::string>& warnings);

/// Writes those bytes to a file. Returns warnings. Throws Error.
std::vector<std::string> save_glb(const std::filesystem::path& path, const Scene& scene,
                                  const Derived& derived, const SaveOptions& options);
std::vector<std::string> save_gltf(const std::filesystem::path& path, const Scene& scene,
                                   const Derived& derived, const SaveOptions& options);

}  // namespace marrow::io
