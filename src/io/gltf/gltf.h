// glTF 2.0, .glb and .gltf: the scene file, and exchange with other programs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/export.h"
#include "io/loaded.h"

namespace marrow::io {

/// Restores the saved scene from Marrow's own file (editor_data.h) and imports any other file:
/// nodes, meshes, skins, with guessed bone ends and radii. load() checks why_invalid() afterwards.
/// Throws Error with a JSON pointer.
Loaded load_gltf(const std::filesystem::path& path, LoadProgress& progress);

/// Returns the bytes of a file with nodes, meshes, skins, joints and weights in the standard
/// places, so that any viewer shows the posed mesh. Purpose::scene adds the editor's data in
/// extras; Purpose::posed writes only the deformed surface. Buffers are inside the file, so one
/// rename replaces everything.
std::string gltf_from_scene(const Scene& scene, const Derived& derived, const SaveOptions& options,
                            bool binary, std::vector<std::string>& warnings);

/// Writes the bytes of gltf_from_scene() to a file, as text if its name ends in .gltf. Returns
/// warnings. Throws Error.
std::vector<std::string> save_gltf(const std::filesystem::path& path, const Scene& scene,
                                   const Derived& derived, const SaveOptions& options);
/// Writes VRM 1.0, for other programs. The scene must be in its rest pose, a T-pose that faces +z,
/// with y up (edit/export_presets.h). Throws Error with why_no_avatar() if that is not empty.
std::vector<std::string> save_vrm(const std::filesystem::path& path, const Scene& scene,
                                  const Derived& derived, const SaveOptions& options);

}  // namespace marrow::io
