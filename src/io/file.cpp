#include "io/file.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "io/error.h"

namespace marrow::io {

namespace {

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
};

std::string system_reason(int code) { return std::generic_category().message(code); }

std::uint64_t checked_size(const std::string& name, int fd, std::uint64_t cap) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) throw Error(name, "", "cannot be read: " + system_reason(errno));
  if (S_ISDIR(status.st_mode)) throw Error(name, "", "is a folder; expected a file");
  if (!S_ISREG(status.st_mode)) throw Error(name, "", "is not a regular file (a pipe or a device); expected a file");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size == 0) throw Error(name, "", "is empty");
  if (size > cap) throw Error(name, "", fmt::format("has {} bytes; the largest file that is opened has {}", size, cap));
  return size;
}

}  // namespace

std::string read_file(const std::filesystem::path& path, std::uint64_t cap) {
  const std::string name = path.string();
  // O_NONBLOCK: opening a FIFO must not wait for a writer; it means nothing for regular files.
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
  if (file.fd < 0) throw Error(name, "", "cannot be opened: " + system_reason(errno));
  std::string bytes(checked_size(name, file.fd, cap), '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = ::read(file.fd, bytes.data() + done, bytes.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw Error(name, "", "cannot be read: " + system_reason(errno));
    if (got == 0) throw Error(name, "", "became shorter while it was read; try again");
    done += static_cast<std::size_t>(got);
  }
  return bytes;
}

}  // namespace marrow::io
