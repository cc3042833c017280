// Reads untrusted zip archives with minizip. Names and sizes are checked before anything is
// unpacked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace marrow::io {

struct ZipEntry {
  /// relative, valid UTF-8, without "." and ".."; of a refused entry: as in the archive
  std::string path;
  std::uint64_t size = 0;  ///< unpacked bytes, as the archive states
  bool is_folder = false;
  /// Why it must not be unpacked: "leads out of its folder", "is a link"; otherwise empty.
  std::string refusal{};
};

class ZipArchive {
 public:
  /// Reads the directory of the archive. Throws Error if it is not a regular file or a zip archive,
  /// is damaged, or lists more than `most_entries`.
  ZipArchive(const std::filesystem::path& path, std::size_t most_entries);
  ~ZipArchive();
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  const std::vector<ZipEntry>& entries() const;
  /// Unpacks an entry. Throws Error naming the entry if it is refused, a folder, larger than `cap`
  /// bytes, encrypted, damaged, or compressed by another method than "deflate". Never holds more
  /// than `cap` bytes.
  std::string read(std::size_t entry, std::uint64_t cap) const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// Stores no time and no name, so equal input gives equal output. Throws std::bad_alloc, also for
/// more than 4 GB.
std::string gzipped(std::string_view bytes);

}  // namespace marrow::io
