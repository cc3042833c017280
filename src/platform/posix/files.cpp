#include "platform/files.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "platform/posix/error.h"

namespace marrow::platform {
namespace {

namespace fs = std::filesystem;

int descriptor(Handle handle) { return static_cast<int>(handle); }

}  // namespace

/// O_NONBLOCK, because opening a FIFO must not wait for a writer. It has no effect on regular
/// files.
InputFile::InputFile(const fs::path& path, std::error_code& error)
    : handle_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
  error = handle_ < 0 ? last_error() : std::error_code();
}

InputFile::~InputFile() {
  if (handle_ >= 0) ::close(descriptor(handle_));
}

InputFile::Status InputFile::status(std::error_code& error) const {
  struct stat status {};
  error = ::fstat(descriptor(handle_), &status) != 0 ? last_error() : std::error_code();
  if (error) return {};
  return {S_ISREG(status.st_mode)   ? fs::file_type::regular
          : S_ISDIR(status.st_mode) ? fs::file_type::directory
                                    : fs::file_type::unknown,
          static_cast<std::uint64_t>(status.st_size)};
}

std::size_t InputFile::read_at(std::uint64_t begin, char* bytes, std::size_t size,
                               std::error_code& error) const {
  for (;;) {
    const ssize_t got = ::pread(descriptor(handle_), bytes, size, static_cast<off_t>(begin));
    if (got < 0 && errno == EINTR) continue;
    error = got < 0 ? last_error() : std::error_code();
    return got < 0 ? 0 : static_cast<std::size_t>(got);
  }
}

NewFile::NewFile(fs::path path, std::error_code& error)
    : path_(std::move(path)),
      handle_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)) {
  error = handle_ < 0 ? last_error() : std::error_code();
  if (error) path_.clear();
}

NewFile::~NewFile() {
  if (handle_ >= 0) ::close(descriptor(handle_));
  if (!path_.empty()) ::unlink(path_.c_str());
}

std::error_code NewFile::copy_permissions_of(const fs::path& other) const {
  struct stat status {};
  if (::stat(other.c_str(), &status) != 0) return last_error();
  // Keeping the owner often fails, which is fine. The permissions must be kept, or a private file
  // would become readable.
  [[maybe_unused]] const int owner = ::fchown(descriptor(handle_), status.st_uid, status.st_gid);
  return ::fchmod(descriptor(handle_), status.st_mode & 07777) != 0 ? last_error()
                                                                    : std::error_code();
}

std::error_code NewFile::write(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(descriptor(handle_), bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return last_error();
    if (wrote == 0) return std::make_error_code(std::errc::io_error);
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return {};
}

std::error_code NewFile::flush_and_close() {
  if (::fsync(descriptor(handle_)) != 0) return last_error();
  return ::close(descriptor(std::exchange(handle_, kNoHandle))) != 0 ? last_error()
                                                                     : std::error_code();
}

std::error_code NewFile::replace(const fs::path& target) {
  const std::error_code error = rename_over(path_, target);
  if (!error) path_.clear();
  return error;
}

std::error_code rename_over(const fs::path& from, const fs::path& to) {
  return ::rename(from.c_str(), to.c_str()) != 0 ? last_error() : std::error_code();
}

std::error_code flush_folder(const fs::path& folder) {
  const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::error_code error =
      opened < 0 || ::fsync(opened) != 0 ? last_error() : std::error_code();
  if (opened >= 0) ::close(opened);
  // Some file systems cannot flush a folder.
  return error.value() == EINVAL || error.value() == EACCES ? std::error_code() : error;
}

std::error_code make_private_folder(const fs::path& path) {
  return ::mkdir(path.c_str(), 0700) != 0 ? last_error() : std::error_code();
}

void remove_at_once(const char* path) noexcept { ::unlink(path); }

void give_back_pages(std::string_view part) {
  static const auto kPage = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto from = reinterpret_cast<std::uintptr_t>(part.data());
  const std::uintptr_t begin = (from + kPage - 1) / kPage * kPage,
                       end = (from + part.size()) / kPage * kPage;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

}  // namespace marrow::platform
