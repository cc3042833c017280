// Reads binary and ASCII FBX files with the library ufbx. FBX is not written.
#pragma once

#include <filesystem>

#include "io/loaded.h"

namespace marrow::io {

/// Converts the file's content to a glTF document (io/gltf/made.h), whose nodes, skins, motions and
/// materials then become a scene like those of a glTF file. Lengths become meters and y is up.
/// Throws Error; a build without ufbx always does.
Loaded load_fbx(const std::filesystem::path& path, LoadProgress& progress);

}  // namespace marrow::io
