// The atomic write, for every file that we write (scenes, pictures, reports, preferences).
#pragma once

#include <filesystem>
#include <memory>
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

/// A file that another program writes, and that then takes its place as by write_file().
class FileUnderWay {
 public:
  /// Makes an empty file beside `path`. Throws what check_writable() throws.
  explicit FileUnderWay(const std::filesystem::path& path);
  ~FileUnderWay();  ///< nothing is left of one that was not put in place
  FileUnderWay(const FileUnderWay&) = delete;
  FileUnderWay& operator=(const FileUnderWay&) = delete;

  const std::filesystem::path& written_at() const;  ///< to be written, not replaced
  /// Once, when nothing writes it any more. Throws Error.
  void put_in_place();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace marrow::io
