// From another program's glTF to a scene.
#pragma once

#include "io/gltf/parse.h"
#include "scene/scene.h"

namespace marrow::io {

/// Nodes of the default scene become nodes, a skin a skeleton node with joints posed as the file's
/// nodes, a skinned mesh is bound to it with the file's weights; see FORMAT.md for the rest. Throws
/// Error with a JSON pointer; appends to `warnings` what was repaired, guessed or dropped. The
/// buffers' bytes are freed.
Scene import_gltf(ParsedGltf& parsed, std::vector<std::string>& warnings);

}  // namespace marrow::io
