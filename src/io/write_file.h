// The atomic write, for every file that we write (scenes, pictures, reports, preferences).
#pragma once

#include <filesystem>
#include <string>

namespace marrow::io {

/// A temporary file beside `path`, fsync, rename: `path` always holds the whole old file or the
/// whole new one. Keeps the old one as .bak if `keep_backup`. Throws Error.
void write_file(const std::filesystem::path& path, const std::string& bytes,
                bool keep_backup = false);
/// Throws what write_file() would throw, as far as known before long work.
void check_writable(const std::filesystem::path& path);

}  // namespace marrow::io
