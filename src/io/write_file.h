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

// For a signal handler: these allocate nothing and take no locks.
/// Files are being put in place, which must not be cut short.
bool is_putting_in_place() noexcept;
/// Removes the temporary files of what is being written.
void remove_unfinished() noexcept;
/// `then` is called whenever files have been put in place.
void call_after_putting_in_place(void (*then)());

/// Throws what write_file() would throw, as far as known before long work.
void check_writable(const std::filesystem::path& path);

}  // namespace marrow::io
