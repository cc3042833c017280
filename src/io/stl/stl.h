// Writes binary STL: the posed surface as triangles, for printing and measuring. STL is not read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/export.h"

namespace marrow::io {

/// Writes the triangles of all meshes in world space and face order, posed if `derived` has the
/// mesh, else at rest. Each triangle has its own normal (0 if it has no area). Returns warnings
/// about data that STL cannot hold. Throws Error for too many triangles, or non-finite vertices.
std::vector<std::string> save_stl(const std::filesystem::path& path, const Scene& scene,
                                  const Derived& derived, const SaveOptions& options);

}  // namespace marrow::io
