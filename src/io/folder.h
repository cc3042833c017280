// Files that a file refers to: only from its own folder and below.
#pragma once

#include <filesystem>
#include <string>

namespace marrow::io {

/// The path of a file named in a model, relative to the model's folder. `folder` is canonical.
/// Empty for a name that leads out of it: an absolute path, a URL, "..", a backslash, a symbolic
/// link. The file need not exist.
std::filesystem::path path_inside(const std::filesystem::path& folder, const std::string& name);

}  // namespace marrow::io
