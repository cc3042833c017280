// Reads FBX files, binary and ASCII, with the library ufbx: version 5000 to 7700. FBX is not
// written.
#pragma once

#include <filesystem>

#include "io/loaded.h"

namespace marrow::io {

/// Converts the file's content to a glTF document (io/gltf/made.h), whose nodes, skins, motions and
/// materials then become a scene like those of a glTF file. Lengths become meters and y is up.
/// Throws Error, also in a build without ufbx.
Loaded load_fbx(const std::filesystem::path& path, LoadProgress& progress);

}  // namespace marrow::io
