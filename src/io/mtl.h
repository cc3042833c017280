// Material libraries of OBJ files: names, diffuse colours and their pictures.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "scene/mesh.h"

namespace marrow::io {

/// What the libraries define, by name; the first definition of a name counts. `names`: of files in the OBJ file's folder and below, which
/// is `folder`, canonical. A library that is not there is passed over in silence: most OBJ files have lost theirs. Kd is the base colour
/// (white where map_Kd gives a picture), d its alpha. Appends to `warnings` what cannot be read or lies elsewhere.
std::map<std::string, Material> read_material_libraries(const std::filesystem::path& folder, const std::vector<std::string>& names,
                                                        std::vector<std::string>& warnings);

}  // namespace marrow::io
