// Paths as Windows's functions take them at any length.
#pragma once

#include <filesystem>
#include <string>

namespace marrow::platform {

/// An absolute path that begins with \\?\ where it is longer than the old limit of 260 characters.
std::wstring long_path(const std::filesystem::path& path);

}  // namespace marrow::platform
