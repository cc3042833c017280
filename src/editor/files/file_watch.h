// Stamps of files when last read or written, to detect changes by other programs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace marrow {

struct FileStamp {
  bool exists = false;
  std::int64_t time = 0;    ///< last change, nanoseconds of the file system's clock
  std::uint64_t bytes = 0;  ///< size
  std::string checksum;     ///< checksum of the content; empty if unreadable
};

/// A stamp without the checksum; does not read the file.
FileStamp stamp_without_content(const std::filesystem::path& path);
FileStamp stamp_of(const std::filesystem::path& path);

enum class DiskChange { same, changed, vanished };
/// Compares the file with its stamp. Reads it only if time or size differ; if the content is equal,
/// updates the time in `known`.
DiskChange change_since(FileStamp& known, const std::filesystem::path& path);

}  // namespace marrow
