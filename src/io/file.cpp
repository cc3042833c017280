#include "io/file.h"

#include <algorithm>
#include <fmt/format.h>
#include <mutex>
#include <system_error>

#include "base/index.h"
#include "io/error.h"
#include "io/loaded.h"
#include "platform/files.h"
#include "platform/this_thread.h"
#include "scene/parallel.h"

namespace marrow::io {

namespace {

std::mutex noting_guard;
std::vector<OpenedFiles*> noting;

void note_opened_file(const std::string& name) {
  const std::lock_guard lock(noting_guard);
  for (OpenedFiles* one : noting)
    if (one->thread == platform::this_thread()) one->paths.emplace_back(name);
}

struct OpenFile {
  /// Throws Error.
  explicit OpenFile(const std::filesystem::path& path) : name(path.string()), file(path, failed) {
    check("cannot be opened: ");
    note_opened_file(name);
  }

  /// The file's size. Throws Error unless it is a regular file of 1 to `cap` bytes.
  std::size_t checked_size(std::uint64_t cap) {
    namespace fs = std::filesystem;
    const auto [type, size] = file.status(failed);
    check("cannot be read: ");
    if (type == fs::file_type::directory) throw Error(name, "", "is a folder; expected a file");
    if (type != fs::file_type::regular)
      throw Error(name, "", "is not a regular file (a pipe or a device); expected a file");
    if (size == 0) throw Error(name, "", "the file is empty");
    if (size > cap)
      throw Error(name, "",
                  fmt::format("has {} bytes; the largest file that is opened has {}", size, cap));
    return std::size_t(size);
  }

  /// Fills [begin, end) of `bytes` with the file's bytes [begin, end).
  void read_range(char* bytes, std::size_t begin, std::size_t end) const {
    while (begin < end) {
      std::error_code error;
      const std::size_t got = file.read_at(begin, bytes + begin, end - begin, error);
      if (error) throw Error(name, "", "cannot be read: " + error.message());
      if (got == 0) throw Error(name, "", "became shorter while it was read; try again");
      begin += got;
    }
  }

  const std::string name;

 private:
  void check(const char* what) const {
    if (failed) throw Error(name, "", what + failed.message());
  }

  std::error_code failed;
  const platform::InputFile file;
};

template <typename Bytes>
Bytes read_whole(const std::filesystem::path& path, std::uint64_t cap) {
  OpenFile file(path);
  Bytes bytes(file.checked_size(cap), 0);
  file.read_range(reinterpret_cast<char*>(bytes.data()), 0, bytes.size());
  return bytes;
}

}  // namespace

OpenedFiles::OpenedFiles() : thread(platform::this_thread()) {
  const std::lock_guard lock(noting_guard);
  noting.push_back(this);
}
OpenedFiles::~OpenedFiles() {
  const std::lock_guard lock(noting_guard);
  std::erase(noting, this);
}

std::string read_file(const std::filesystem::path& path, std::uint64_t cap) {
  return read_whole<std::string>(path, cap);
}

std::vector<unsigned char> read_bytes(const std::filesystem::path& path, std::uint64_t cap) {
  return read_whole<std::vector<unsigned char>>(path, cap);
}

std::filesystem::path path_inside(const std::filesystem::path& folder, const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path relative(name);
  const bool is_url = name.find(':') != std::string::npos,
             has_backslash = name.find('\\') != std::string::npos;
  const bool climbs = list_has(relative, "..");
  if (name.empty() || name.find('\0') != std::string::npos || is_url || has_backslash || climbs ||
      relative.has_root_path())
    return {};
  std::error_code error;
  // Follows links, because they must not lead out of the folder either.
  const fs::path real = fs::canonical(folder / relative, error);
  if (error) return folder / relative;
  const auto [end, ignored] = std::mismatch(folder.begin(), folder.end(), real.begin(), real.end());
  return end == folder.end() ? real : fs::path();
}

FileBytes read_big_file(const std::filesystem::path& path, LoadProgress& progress, double share) {
  constexpr std::size_t kAtOnce = 4u << 20;
  OpenFile file(path);
  FileBytes bytes;
  bytes.size = file.checked_size(kFileCap);
  bytes.data.reset(new char[bytes.size]);  // `new char[]` without (): not filled with zeros
  progress.begin_stage(share, bytes.size);
  parallel_for(bytes.size, kAtOnce, [&](std::size_t begin, std::size_t end) {
    file.read_range(bytes.data.get(), begin, end);
    progress.advance(end - begin);
  });
  return bytes;
}

}  // namespace marrow::io
