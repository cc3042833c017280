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

/// Notes the files that its thread opens while it lives, in their order. One at a time.
struct OpenedFiles {
  OpenedFiles();
  ~OpenedFiles();
  OpenedFiles(const OpenedFiles&) = delete;
  OpenedFiles& operator=(const OpenedFiles&) = delete;

  std::vector<std::filesystem::path> paths;
  const std::size_t thread;  ///< platform::this_thread()
};

inline constexpr std::uint64_t kFileCap = 1ull << 30;  ///< the largest file that is opened, 1 GB

/// The most memory that all parts of a file may take, 2 GB: accessors may overlap and pictures are
/// packed, so a small file could ask for any amount.
inline constexpr std::uint64_t kDecodedCap = 2ull << 30;

/// All bytes of a regular file. Throws Error naming `path` for a folder, FIFO or device, a missing,
/// unreadable or empty file, one over `cap` bytes, and one that shrinks during reading.
std::string read_file(const std::filesystem::path& path, std::uint64_t cap = kFileCap);

std::vector<unsigned char> read_bytes(const std::filesystem::path& path,
                                      std::uint64_t cap = kFileCap);

/// The path of a file named in a model, relative to the model's folder. `folder` is canonical.
/// Empty for a name that leads out of it: an absolute path, a URL, "..", a backslash, a symbolic
/// link. The file need not exist.
std::filesystem::path path_inside(const std::filesystem::path& folder, const std::string& name);

/// A big file's bytes in memory that was not cleared, which would take as long as reading.
struct FileBytes {
  std::unique_ptr<char[]> data;
  std::size_t size = 0;
  std::string_view view() const { return {data.get(), size}; }
};

/// read_file() with several threads and progress: one stage of `progress`, up to `share`.
FileBytes read_big_file(const std::filesystem::path& path, LoadProgress& progress, double share);

}  // namespace marrow::io
