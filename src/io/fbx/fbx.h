// Reads FBX files, binary and ASCII, with the library ufbx: version 5000 to 7700. FBX is not
// written.
#pragma once

#include <filesystem>

#include "io/loaded.h"

namespace marrow::io {

/// Reads a file as the glTF document that its content amounts to (io/gltf/made.h), so that nodes,
/// skins, motions and materials become a scene as they do there. Lengths become meters and y is up.
/// Throws Error, also where the program was built without ufbx.
Loaded load_fbx(const std::filesystem::path& path, LoadProgress& progress);

}  // namespace marrow::io
