// Rules of glTF 2.0 that need the parsed model: attributes against each other, morph targets,
// animations, cameras.
#pragma once

#include "io/gltf/parse.h"

namespace marrow::io {

/// Throws Error with a JSON pointer for faults that would make the file be read wrongly. Appends
/// harmless faults to `warnings`, one line per kind with its first place. Covers all of the file,
/// also what no scene shows. Precondition: the shape was checked.
void check_model(const std::string& file, const tinygltf::Model& model,
                 std::vector<std::string>& warnings);

}  // namespace marrow::io
