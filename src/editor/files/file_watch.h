// Stamps of files as last read or written, to notice changes by other programs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace marrow {

struct FileStamp {
  bool exists = false;
  std::int64_t time = 0;    ///< of the last change, nanoseconds of the file system's clock
  std::uint64_t bytes = 0;  ///< size
  std::string checksum;     ///< of the content; empty when it cannot be read
};

/// Everything but the checksum; does not read the file.
FileStamp stamp_without_content(const std::filesystem::path& path);
FileStamp stamp_of(const std::filesystem::path& path);

enum class DiskChange { same, changed, vanished };
/// Compares the file with its stamp. Reads it only where time or size differ; if it is the same
/// after all, `known` takes the new time.
DiskChange change_since(FileStamp& known, const std::filesystem::path& path);

}  // namespace marrow
