// STL, binary: the posed surface as triangles, for printing and measuring. Written only.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/export.h"

namespace marrow::io {

/// Writes the triangles of all meshes, posed where `derived` has them, else at rest; world space,
/// in face order, each with its normal (0 without area). Returns what STL cannot hold. Throws Error
/// for too many triangles.
std::vector<std::string> save_stl(const std::filesystem::path& path, const Scene& scene,
                                  const Derived& derived, const SaveOptions& options);

}  // namespace marrow::io
