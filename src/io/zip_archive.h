// Zip archives from strangers, read with minizip: names and sizes are checked before a byte is
// unpacked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace marrow::io {

struct ZipEntry {
  std::string path;        ///< relative, valid UTF-8, without "." and ".."; as in the archive where
                           ///< it is refused
  std::uint64_t size = 0;  ///< unpacked, in bytes, as the archive says
  bool is_folder = false;
  /// Why it must not be unpacked: "leads out of its folder", "is a link"; otherwise empty.
  std::string refusal{};
};

class ZipArchive {
 public:
  /// Reads the list of a regular file. Throws Error if it is no zip archive, is damaged, or lists
  /// more than `most_entries`.
  ZipArchive(const std::filesystem::path& path, std::size_t most_entries);
  ~ZipArchive();
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  const std::vector<ZipEntry>& entries() const;
  /// The content of an entry. Throws Error naming it if it is refused or a folder, is larger than
  /// `cap` bytes, encrypted, damaged, or compressed by another method than "deflate". Never holds
  /// more than `cap` bytes.
  std::string read(std::size_t entry, std::uint64_t cap) const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace marrow::io
