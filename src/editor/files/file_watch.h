// What a file on the disk was when we read or wrote it, so that a change by another program is
// noticed.
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

/// Everything but the checksum: a glance, not a reading.
FileStamp stamp_without_content(const std::filesystem::path& path);
/// Reads the whole file.
FileStamp stamp_of(const std::filesystem::path& path);

enum class DiskChange { same, changed, vanished };
/// Looks at the file again. The content is read only where time or size differ; where it is the
/// same after all, `known` takes the new time.
DiskChange change_since(FileStamp& known, const std::filesystem::path& path);

}  // namespace marrow
