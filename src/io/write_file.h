// The atomic write, for every file that we write (scenes, pictures, reports, preferences).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace marrow::io {

/// A temporary file beside `path`, fsync, rename: `path` always holds the whole old file or the
/// whole new one. Keeps the old one as .bak if `keep_backup`. Throws Error. Once for each folder
/// temporary files of killed programs are removed.
void write_file(const std::filesystem::path& path, std::string_view bytes,
                bool keep_backup = false);

struct FileToWrite {
  std::filesystem::path path;
  std::string_view bytes;
  bool keep_backup = false;
};
/// The same for files that belong together, each at its place only when all are on the disk.
void write_files(const std::vector<FileToWrite>& files);

/// Throws what write_file() would throw, as far as known before long work.
void check_writable(const std::filesystem::path& path);

}  // namespace marrow::io
