// Paths of any length for Windows functions.
#pragma once

#include <filesystem>
#include <string>

namespace marrow::platform {

/// The absolute path, with \\?\ in front if it is longer than the old limit of 260 characters.
std::wstring long_path(const std::filesystem::path& path);

}  // namespace marrow::platform
