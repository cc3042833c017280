// Rules of glTF 2.0 that need the parsed model: attributes against each other, morph targets,
// animations, cameras.
#pragma once

#include "io/gltf/parse.h"

namespace marrow::io {

/// Throws Error with a JSON pointer for what would be read wrongly; appends to `warnings` what is
/// wrong but does no harm, a line for each kind of fault with the first place. Covers all of the
/// file, also what no scene shows. Precondition: the shape was checked.
void check_model(const std::string& file, const tinygltf::Model& model,
                 std::vector<std::string>& warnings);

}  // namespace marrow::io
