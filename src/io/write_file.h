// Atomic writing, for every file that Marrow writes (scenes, pictures, reports, preferences).
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace marrow::io {

/// Writes a temporary file in the folder of `path`, calls fsync and renames it: `path` always holds
/// either the whole old file or the whole new one. Keeps the old file as .bak if `keep_backup`.
/// Throws Error. The first write to a folder removes temporary files that killed programs left
/// there.
void write_file(const std::filesystem::path& path, std::string_view bytes,
                bool keep_backup = false);

struct FileToWrite {
  std::filesystem::path path;
  std::string_view bytes;
  bool keep_backup = false;
};
/// As write_file(), for files that belong together: none is moved into place before all are on the
/// disk.
void write_files(const std::vector<FileToWrite>& files);

/// Throws the error that write_file() would throw, as far as it is known in advance. For use before
/// long work.
void check_writable(const std::filesystem::path& path);

/// A file that another program writes, and that is then moved into place as by write_file().
class PendingFile {
 public:
  /// Makes an empty temporary file in the folder of `path`. Throws the errors of check_writable().
  explicit PendingFile(const std::filesystem::path& path);
  ~PendingFile();  ///< deletes the temporary file if it was not put in place
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  const std::filesystem::path& temporary_path() const;  ///< must be written to, not replaced
  /// To be called once, after the last write. Throws Error.
  void put_in_place();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace marrow::io
