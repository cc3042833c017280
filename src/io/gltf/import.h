// From another program's glTF to a scene.
#pragma once

#include "io/gltf/parse.h"
#include "scene/scene.h"

namespace marrow::io {

/// Nodes of the default scene become nodes, a skin becomes a skeleton node with its joints posed as
/// the file's nodes stand, a skinned mesh is bound to it with the file's weights. See FORMAT.md for
/// what becomes of the rest. Throws Error with a JSON pointer for what cannot be used; appends to
/// `warnings` what was repaired, guessed or not kept. The bytes of the file's buffers are gone
/// afterwards.
Scene import_gltf(ParsedGltf& parsed, std::vector<std::string>& warnings);

}  // namespace marrow::io
