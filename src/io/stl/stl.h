// STL, binary: the posed surface as triangles, for printing and measuring. Written only.
#pragma once

#include <string>
#include <vector>

#include "io/formats.h"

namespace marrow::io {

/// The triangles of all meshes, posed where `derived` has them, else at rest; world space, in the order of the faces, each with its own
/// normal (0 for one without area). Appends to `warnings` what STL cannot hold. Throws Error naming `file` for more triangles than STL
/// counts.
std::string stl_from_scene(const std::string& file, const Scene& scene, const Derived& derived, std::vector<std::string>& warnings);

}  // namespace marrow::io
