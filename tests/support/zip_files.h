// Zip archives as students and platforms write them, and malicious ones.
#pragma once

#include <filesystem>
#include <minizip/zip.h>
#include <string>
#include <vector>

#include "support/support.h"

namespace marrow::test {

struct ZippedFile {
  std::string name, text;
  unsigned mode = 0100644;  ///< Unix mode: 0120777 is a link, 0020644 a device
};

inline void write_zip(const std::filesystem::path& path, const std::vector<ZippedFile>& files) {
  std::filesystem::create_directories(path.parent_path());
  const zipFile zip = zipOpen64(path.string().c_str(), APPEND_STATUS_CREATE);
  REQUIRE(zip != nullptr);
  constexpr unsigned long kByUnix = 3u << 8, kNamesInUtf8 = 1u << 11;
  for (const ZippedFile& file : files) {
    zip_fileinfo info{};
    info.external_fa = static_cast<unsigned long>(file.mode) << 16;
    REQUIRE(zipOpenNewFileInZip4(zip, file.name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr,
                                 Z_DEFLATED, 9, 0, -MAX_WBITS, DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY,
                                 nullptr, 0, kByUnix, kNamesInUtf8) == ZIP_OK);
    REQUIRE(zipWriteInFileInZip(zip, file.text.data(), unsigned(file.text.size())) == ZIP_OK);
    REQUIRE(zipCloseFileInZip(zip) == ZIP_OK);
  }
  REQUIRE(zipClose(zip, nullptr) == ZIP_OK);
}

inline std::string zip_of(const std::vector<ZippedFile>& files,
                          const std::filesystem::path& folder) {
  write_zip(folder / "zip_of.zip", files);
  const std::string bytes = bytes_of(folder / "zip_of.zip");
  std::filesystem::remove(folder / "zip_of.zip");
  return bytes;
}

}  // namespace marrow::test
