#include "io/file.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "io/error.h"
#include "io/progress.h"
#include "scene/parallel.h"

namespace marrow::io {

namespace {

std::string system_reason(int code) { return std::generic_category().message(code); }

thread_local OpenedFiles* opened_files = nullptr;

class OpenFile {
 public:
  /// O_NONBLOCK: opening a FIFO must not wait for a writer; no effect on regular files.
  explicit OpenFile(const std::string& name)
      : fd(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
    if (fd < 0) throw Error(name, "", "cannot be opened: " + system_reason(errno));
    if (opened_files != nullptr) opened_files->paths.emplace_back(name);
  }
  ~OpenFile() { ::close(fd); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  const int fd;
};

std::uint64_t checked_size(const std::string& name, int fd, std::uint64_t cap) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) throw Error(name, "", "cannot be read: " + system_reason(errno));
  if (S_ISDIR(status.st_mode)) throw Error(name, "", "is a folder; expected a file");
  if (!S_ISREG(status.st_mode))
    throw Error(name, "", "is not a regular file (a pipe or a device); expected a file");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size == 0) throw Error(name, "", "the file is empty");
  if (size > cap)
    throw Error(name, "",
                fmt::format("has {} bytes; the largest file that is opened has {}", size, cap));
  return size;
}

/// Fills [begin, end) of `bytes` with the same bytes of the file.
void read_range(const std::string& name, int fd, char* bytes, std::size_t begin, std::size_t end) {
  while (begin < end) {
    const ssize_t got = ::pread(fd, bytes + begin, end - begin, static_cast<off_t>(begin));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw Error(name, "", "cannot be read: " + system_reason(errno));
    if (got == 0) throw Error(name, "", "became shorter while it was read; try again");
    begin += static_cast<std::size_t>(got);
  }
}

template <typename Bytes>
Bytes read_whole(const std::filesystem::path& path, std::uint64_t cap) {
  const std::string name = path.string();
  const OpenFile file(name);
  Bytes bytes(checked_size(name, file.fd, cap), 0);
  read_range(name, file.fd, reinterpret_cast<char*>(bytes.data()), 0, bytes.size());
  return bytes;
}

}  // namespace

OpenedFiles::OpenedFiles() { opened_files = this; }
OpenedFiles::~OpenedFiles() { opened_files = nullptr; }

std::string read_file(const std::filesystem::path& path, std::uint64_t cap) {
  return read_whole<std::string>(path, cap);
}

std::vector<unsigned char> read_bytes(const std::filesystem::path& path, std::uint64_t cap) {
  return read_whole<std::vector<unsigned char>>(path, cap);
}

void give_back(std::string_view part) {
  static const auto kPage = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto from = reinterpret_cast<std::uintptr_t>(part.data());
  const std::uintptr_t begin = (from + kPage - 1) / kPage * kPage,
                       end = (from + part.size()) / kPage * kPage;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

FileBytes read_big_file(const std::filesystem::path& path, Progress& progress, double share) {
  constexpr std::size_t kAtOnce = 4u << 20;
  const std::string name = path.string();
  const OpenFile file(name);
  FileBytes bytes;
  bytes.size = checked_size(name, file.fd, kFileCap);
  bytes.data = std::make_unique_for_overwrite<char[]>(bytes.size);
  progress.begin_stage(share, bytes.size);
  parallel_for(bytes.size, kAtOnce, [&](std::size_t begin, std::size_t end) {
    read_range(name, file.fd, bytes.data.get(), begin, end);
    progress.advance(end - begin);
  });
  return bytes;
}

}  // namespace marrow::io
