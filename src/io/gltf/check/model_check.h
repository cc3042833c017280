// Rules of glTF 2.0 on the parsed model: attributes, morph targets, animations, cameras.
#pragma once

#include "io/gltf/access.h"
#include "io/gltf/parse.h"

namespace marrow::io {

/// Throws Error with a JSON pointer for faults that would make the reader misread the file. Appends
/// harmless faults to `warnings`, one line per kind with its first place. Checks the whole file,
/// not only the scene. Precondition: the shape was checked.
void check_model(const std::string& file, const tinygltf::Model& model,
                 const AccessorReader& reader, std::vector<std::string>& warnings);

}  // namespace marrow::io
