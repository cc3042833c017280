// Reading whole files without fear: regular files only, never more than a cap, never blocking.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace marrow::io {

inline constexpr std::uint64_t kFileCap = 1ull << 30;  ///< the largest file that is opened, 1 GB

/// All bytes of a regular file. Throws Error naming `path` for a folder, a FIFO or device, a missing, unreadable or empty file, a file
/// over `cap` bytes, and one that shrinks while it is read.
std::string read_file(const std::filesystem::path& path, std::uint64_t cap = kFileCap);

}  // namespace marrow::io
