// Reads whole files safely: regular files only, never more than a cap, never blocking.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace marrow::io {

class LoadProgress;

/// Records the files that its thread opens during its lifetime, in order.
struct OpenedFiles {
  OpenedFiles();
  ~OpenedFiles();
  OpenedFiles(const OpenedFiles&) = delete;
  OpenedFiles& operator=(const OpenedFiles&) = delete;

  std::vector<std::filesystem::path> paths;
  const std::size_t thread;  ///< platform::this_thread()
};

inline constexpr std::uint64_t kFileCap = 1ull << 30;  ///< size limit of a file, 1 GB

/// Memory limit for all parts of a file together, 2 GB. A small file could ask for any amount,
/// because accessors may overlap and pictures are compressed.
inline constexpr std::uint64_t kDecodedCap = 2ull << 30;

/// Reads all bytes of a regular file. Throws Error naming `path` for a folder, FIFO or device, and
/// for a file that is missing, unreadable, empty, larger than `cap` bytes, or shrinks while it is
/// read.
std::string read_file(const std::filesystem::path& path, std::uint64_t cap = kFileCap);

std::vector<unsigned char> read_bytes(const std::filesystem::path& path,
                                      std::uint64_t cap = kFileCap);

/// Resolves a file name in a model, relative to the model's folder. `folder` is canonical. Returns
/// an empty path if the name leads out of the folder: an absolute path, a URL, "..", a backslash, a
/// symbolic link. The file need not exist.
std::filesystem::path path_inside(const std::filesystem::path& folder, const std::string& name);

/// The bytes of a large file. The memory is not cleared first, because that would cost as much time
/// as reading.
struct FileBytes {
  std::unique_ptr<char[]> data;
  std::size_t size = 0;
  std::string_view view() const { return {data.get(), size}; }
};

/// As read_file(), with several threads and progress: one stage of `progress`, up to `share`.
FileBytes read_big_file(const std::filesystem::path& path, LoadProgress& progress, double share);

}  // namespace marrow::io
